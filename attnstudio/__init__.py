"""See what attention does: every stage of softmax(QKᵀ/√d_k + M)V, live."""

__version__ = "0.1.0"
