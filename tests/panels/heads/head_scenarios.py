"""Scenarios of the Heads panel in which something is otherwise, and short ways to name a head."""

import numpy as np

from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.state.tensors import TensorPack

RNG = np.random.default_rng(5)
WEIGHTS_ALONE = TensorPack(weights=np.array([[[0.5, 0.5, 0.0], [np.nan, 0.25, 0.75], [0.2, 0.3, 0.5]]]))
ROTARY = TensorPack(*(RNG.standard_normal((2, 3, 5, 4)) for _ in range(3)), layers=(3, 9), rope_theta=1e4)
CROSS = TensorPack(RNG.normal(size=(4, 2, 3)), RNG.normal(size=(2, 5, 3)), RNG.normal(size=(2, 5, 2)))
OTHERS = {
    "default": {},
    "minilm causal": {"mask": "causal", "hide_first": True, "darken": True, "every_word": True},
    "minilm pair": {"find": "pair", "try_all": True, "temperature": 0.354},
    "minilm tried": {"find": "same", "try_all": True, "undo_positions": True},
    "smollm2": {"source": "smollm2", "layer": 7, "head": 8, "find": "itself"},
    "smollm2 unmasked": {"source": "smollm2", "sentence": "bank", "mask": "off", "undo_positions": True},
    "out of range": {"source": "smollm2", "layer": 511, "head": 511, "selected_query": 511, "selected_key": 511},
    "toy": {"source": "toy", "batch_item": 3},
    "smallest toy": {"source": "toy", "B": 1, "T": 2, "n_heads": 1, "d_k": 1, "hide_first": True, "mask": "causal"},
    "largest toy": {"source": "toy", "B": 4, "T": 16, "n_heads": 16, "d_k": 64, "first_head": 9, "sharing": "4"},
    "toy shares": {"source": "toy", "n_heads": 6, "sharing": "4", "divide_by": "sqrt_d_model"},
    "own": {"source": "own"},
    "own weights": {"source": "own", "tensors": WEIGHTS_ALONE, "hide_first": True, "mask": "causal"},
    "own rotary": {"source": "own", "tensors": ROTARY, "undo_positions": True, "rope_pairs": "halves"},
    "own cross": {"source": "own", "tensors": CROSS, "own_causal": "bottom-right",
                  "blocked": frozenset({(0, 1), (9, 9)})},
    "one token": {"source": "own", "tensors": TensorPack(*(np.ones((1, 2)),) * 3), "find": "next"},
    "long bill": {"bill_tokens": 131_072, "divide_by": "one", "temperature": 0.05},
}  # fmt: skip
LAYERS = {"smollm2": (0, 1, 4, 8, 9, 10, 11, 13, 15, 16, 17, 18), "minilm": tuple(range(6))}


def head(model: str, name: str, sentence: str = "cat_tired", **changes) -> HeadsScenario:
    """Return the Scenario that shows a head by its name "layer.head"."""
    layer, number = map(int, name.split("."))
    place = LAYERS[model].index(layer)
    return HeadsScenario(source=model, sentence=sentence, layer=place, head=number, **changes)


def on_all(model: str, name: str, **changes) -> list[HeadsScenario]:
    """Return the Scenarios that show a head on all sentences."""
    return [head(model, name, sentence, **changes) for sentence in SENTENCES]


def own(query, key, value, **words) -> HeadsScenario:
    """Return the Scenario that shows arrays as if a file had been opened."""
    masks = {name: words.pop(name) for name in ("causal", "blocked") if name in words}
    return from_tensors(TensorPack(query=query, key=key, value=value, **words), **masks)
