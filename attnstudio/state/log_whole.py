"""LogWhole: the field for a whole number over so wide a range that its slider cannot stop at each."""

import bisect
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from attnstudio.state.fields import Whole


@dataclass(frozen=True, kw_only=True)
class LogWhole(Whole):
    """A whole number whose slider goes through one value after the other while they are few, then by equal factors.

    It takes the place of a Number at a slider: a tick is one step, and a fine step goes to the next whole number.
    """

    per_doubling: int = 8
    step: float = 1.0
    fine: float = 1.0
    digits: int = 0
    unit: str = ""
    log: bool = False  # its ticks are steps of a table, not of the logarithm

    @property
    def allowed_low(self) -> int:
        return self.low

    @property
    def allowed_high(self) -> int:
        return self.high

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The numbers that the slider stops at: the powers of two and those between, from low to high."""
        found, i = {self.low, self.high}, 0
        while (value := round(2 ** (i / self.per_doubling))) < self.high:
            found |= {value} if value > self.low else set()
            i += 1
        return tuple(sorted(found))

    @property
    def ticks(self) -> int:
        """Number of slider steps between low and high."""
        return len(self.values) - 1

    @cached_property
    def fine_per_tick(self) -> int:
        """Positions of a slider in a tick: as many as there are whole numbers in the widest one."""
        return max(after - before for before, after in pairwise(self.values))

    def value_at(self, tick: float) -> int:
        """Value of a slider position; between two ticks the whole numbers there."""
        i = min(int(tick), self.ticks - 1)
        before, after = self.values[i], self.values[i + 1]
        return before + round((tick - i) * (after - before))

    def fine_position(self, position: int, steps: int) -> int:
        """Return the position of the whole number that is so many from the one at a position."""
        return round(self.tick_of(self.value_at(position / self.fine_per_tick) + steps) * self.fine_per_tick)

    def tick_of(self, value: float) -> float:
        """Slider position of a value; one that the slider does not stop at lies between two."""
        inside = min(max(value, self.low), self.high)
        i = min(bisect.bisect_right(self.values, inside), self.ticks)
        before, after = self.values[i - 1], self.values[i]
        return i - 1 + (inside - before) / (after - before)
