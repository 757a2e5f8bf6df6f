"""See what attention does: every stage of softmax(QKᵀ/√d_k + M)V, live."""

__version__ = "0.1.0"
__all__ = ["__version__", "open_window", "save_scene"]


def __getattr__(name: str) -> object:
    """Return what scripts and notebooks use; it is imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module("attnstudio.scripting"), name)
