"""The widget style: Fusion, in the size of the text."""

from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget


class ScaledStyle(QProxyStyle):
    """Fusion with handles, check boxes and scroll bars that grow with the text."""

    _SCALED = frozenset(
        {
            QStyle.PixelMetric.PM_IndicatorWidth,
            QStyle.PixelMetric.PM_IndicatorHeight,
            QStyle.PixelMetric.PM_ExclusiveIndicatorWidth,
            QStyle.PixelMetric.PM_ExclusiveIndicatorHeight,
            QStyle.PixelMetric.PM_ScrollBarExtent,
            QStyle.PixelMetric.PM_SmallIconSize,
            QStyle.PixelMetric.PM_SliderThickness,
            QStyle.PixelMetric.PM_SliderLength,
            QStyle.PixelMetric.PM_SliderControlThickness,
        }
    )

    def __init__(self, factor: float) -> None:
        super().__init__("Fusion")
        self._factor = factor

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        size = super().pixelMetric(metric, option, widget)
        return round(size * self._factor) if metric in self._SCALED else size
