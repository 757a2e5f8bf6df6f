"""The Scenario of the Scaling panel: sizes, how components are drawn, what divides the scores, and the row shown."""

from dataclasses import dataclass
from typing import ClassVar

from attnstudio.core.scaling import divisors
from attnstudio.core.score_laws import Components
from attnstudio.panels.scaling import declarations
from attnstudio.panels.scaling.stages import NAMES
from attnstudio.state.fields import Scenario, declared

LARGEST_D_K = declarations.D_K.high


@dataclass(frozen=True)
class ScalingScenario(Scenario):
    """What can be changed on the Scaling panel; every mix of in-range values is valid."""

    stages: ClassVar[tuple[str, ...]] = NAMES

    d_k: int = declared(declarations.D_K, 64)
    n_keys: int = declared(declarations.N_KEYS, 3)
    pairs: int = declared(declarations.PAIRS, 20_000)
    distribution: str = declared(declarations.DISTRIBUTION, "normal")
    correlation: float = declared(declarations.CORRELATION, 0.0)
    mean: float = declared(declarations.MEAN, 0.0)
    divide_by: str = declared(declarations.DIVIDE_BY, "sqrt_d_k")
    n_heads: int = declared(declarations.N_HEADS, 8)
    way: str = declared(declarations.WAY, "law")
    gradient: str = declared(declarations.GRADIENT, "query")
    textbook: bool = declared(declarations.TEXTBOOK, False)
    score_1: float = declared(declarations.TEXTBOOK_SCORES[0], 8.0)
    score_2: float = declared(declarations.TEXTBOOK_SCORES[1], 4.0)
    score_3: float = declared(declarations.TEXTBOOK_SCORES[2], 0.0)
    seed: int = declared(declarations.SEED, 7)
    selected_row: int = declared(declarations.ROW, 0)

    @property
    def components(self) -> Components:
        """How the components of queries and keys are drawn."""
        return Components(self.distribution, self.correlation, self.mean)  # type: ignore[arg-type]

    @property
    def n_rows(self) -> int:
        """Rows of `n_keys` pairs that are drawn; at least two, for there is no error of one."""
        return max(2, self.pairs // self.n_keys)

    @property
    def divisor(self) -> float:
        """What the scores are divided by."""
        return divisors(self.d_k, self.n_heads)[self.divide_by]

    @property
    def drawn_literally(self) -> bool:
        """Whether all components are drawn: asked for, or since no law is known."""
        return self.way == "literal" or not self.components.has_law

    @property
    def textbook_scores(self) -> tuple[float, float, float]:
        return (self.score_1, self.score_2, self.score_3)

    @property
    def row_length(self) -> int:
        """Keys of the row that is shown."""
        return len(self.textbook_scores) if self.textbook else self.n_keys


def randomised(scenario: ScalingScenario, seed: int) -> ScalingScenario:
    """Return the Scenario with other random numbers."""
    return scenario.with_changes(seed=seed)
