"""A stand-in for transformers and its tensors: the names and the interface that the README uses, without either."""

from types import ModuleType
from typing import Any

import numpy as np

TOKENS = ["the", "cat", "sat", "."]
LAYERS, HEADS, WIDTH = 2, 3, 6


class Tensor:
    """What PyTorch's tensors have that is needed here; without `detach` and `cpu` NumPy cannot have it."""

    def __init__(self, array: Any, dtype: str = "torch.float32", steps: tuple[str, ...] = ()) -> None:
        self.array, self.dtype, self._steps = np.asarray(array), dtype, steps
        self.shape = self.array.shape

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise TypeError("can't convert a tensor that requires grad")

    def __getitem__(self, index: Any) -> "Tensor":
        return Tensor(self.array[index])

    def detach(self) -> "Tensor":
        return Tensor(self.array, self.dtype, ("detach",))

    def float(self) -> "Tensor":
        return Tensor(self.array, "torch.float32", self._steps)

    def cpu(self) -> "Tensor":
        return Tensor(self.array, self.dtype, (*self._steps, "cpu"))

    def numpy(self) -> np.ndarray:
        if self.dtype == "torch.bfloat16" or self._steps != ("detach", "cpu"):
            raise TypeError(f"got unsupported {self.dtype}")
        return self.array

    def reshape(self, *shape: int) -> "Tensor":
        return Tensor(self.array.reshape(shape))

    def swapaxes(self, a: int, b: int) -> "Tensor":
        return Tensor(self.array.swapaxes(a, b))


class Module:
    """A layer that tells its hooks what it gives."""

    def __init__(self, output: np.ndarray) -> None:
        self.output = output
        self._hooks: list[Any] = []

    def register_forward_hook(self, hook: Any) -> None:
        self._hooks.append(hook)

    def run(self) -> None:
        for hook in self._hooks:
            hook(self, (), Tensor(self.output))


class Config:
    num_attention_heads = HEADS


class Output:
    def __init__(self, attentions: Any) -> None:
        self.attentions = attentions


class Model:
    """Named like BERT: what its layers give is random."""

    config = Config()

    def __init__(self) -> None:
        numbers, count = np.random.default_rng(5), len(TOKENS)
        self.attentions = tuple(numbers.dirichlet(np.ones(count), (1, HEADS, count)) for _ in range(LAYERS))
        self.modules = {
            f"encoder.layer.{i}.{name}": Module(numbers.normal(size=(1, count, WIDTH)))
            for i in range(LAYERS)
            for name in (*(f"attention.self.{role}" for role in ("query", "key", "value")), "output.dense")
        }

    def named_modules(self) -> list[tuple[str, Module]]:
        return list(self.modules.items())

    def __call__(self, *, input_ids: Tensor, output_attentions: bool = False) -> Output:
        assert input_ids.shape == (1, len(TOKENS))
        for module in self.modules.values():
            module.run()
        return Output(tuple(map(Tensor, self.attentions)) if output_attentions else None)


class Tokenizer:
    def __call__(self, text: str, *, return_tensors: str) -> dict[str, Tensor]:
        assert (text.split(maxsplit=1)[0], return_tensors) == (TOKENS[0], "pt")
        return {"input_ids": Tensor([range(len(TOKENS))])}

    def convert_ids_to_tokens(self, ids: Tensor) -> list[str]:
        return [TOKENS[i] for i in ids.array.tolist()]


def transformers(model: Model) -> ModuleType:
    """Return a module that gives this model where it is asked for attention weights of the eager kind."""

    class AutoTokenizer:
        @staticmethod
        def from_pretrained(name: str) -> Tokenizer:
            assert name
            return Tokenizer()

    class AutoModel:
        @staticmethod
        def from_pretrained(name: str, *, attn_implementation: str) -> Model:
            assert (bool(name), attn_implementation) == (True, "eager"), "other kinds of attention give no weights"
            return model

    module = ModuleType("transformers")
    vars(module).update(AutoTokenizer=AutoTokenizer, AutoModel=AutoModel)
    return module
