"""The one worker: long work in steps, away from the window, let go of as soon as newer work comes."""

from collections.abc import Iterator
from threading import Lock, Thread

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from attnstudio.state.collector import rest, wake

LONGEST_STEP = 3.0  # seconds that quitting waits for the step that is under way
USUAL_STEP = 0.1  # seconds
LOOK_EVERY = 10  # milliseconds


class _Job:
    """One piece of work: what is left of it, and what of it has not been handed on yet."""

    def __init__(self, steps: Iterator[object]) -> None:
        self.steps = steps
        self.news: list[object] = []  # nothing, or the newest value
        self.ended = False
        self.error: BaseException | None = None


class _Bench:
    """What the worker and its thread share; the thread is there while there is a job, and touches nothing of Qt.

    While it is there the collector of garbage rests: what it frees in that thread may be a widget, where Qt ends.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.job: _Job | None = None  # the newest: an older one ends with its step
        self.working: Thread | None = None

    def put(self, job: _Job | None) -> None:
        """Exchange the job."""
        with self.lock:
            self.job = job
            if job is not None and self.working is None:
                rest(self)
                self.working = Thread(target=self._run, name="attnstudio worker", daemon=True)
                self.working.start()

    def take(self) -> _Job | None:
        """Return what is new of the job, and let go of one that has ended."""
        with self.lock:
            job = self.job
            if job is None:
                return None
            taken = _Job(job.steps)
            taken.news, job.news, taken.ended, taken.error = job.news, [], job.ended, job.error
            if job.ended:
                self.job = None
            return taken

    def close(self, seconds: float) -> None:
        """Let go of the work and wait for its step to end."""
        self.put(None)
        thread = self.working
        if thread is not None:
            thread.join(seconds)
        if self.working is None:
            wake(self)

    def _run(self) -> None:
        while (job := self._next()) is not None:
            error: BaseException | None = None
            try:
                for value in job.steps:
                    if not self._tell(job, value):
                        break
            except BaseException as raised:  # it is raised again where the window can report it
                error = raised
            self._end(job, error)

    def _next(self) -> _Job | None:
        """Return the job to go on with; where there is none the thread ends, and says so in the same moment."""
        with self.lock:
            job = self.job
            if job is None or job.ended:
                self.working = None
                return None
            return job

    def _tell(self, job: _Job, value: object) -> bool:
        """Leave a value for the window in place of an older one; False where another job is wanted."""
        with self.lock:
            job.news = [value]
            return job is self.job

    def _end(self, job: _Job, error: BaseException | None) -> None:
        with self.lock:
            job.ended, job.error = True, error


class Worker(QObject):
    """Goes through one iterator at a time and hands on what it yields: the newest alone where they come fast.

    What an iterator raises is raised in the thread of the window, after `ended`. Quitting the application lets go of
    the work.
    """

    came = Signal(object)  # a value of the iterator that was started last
    ended = Signal()  # it has no more

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench = _Bench()
        self._looking = QTimer(self)
        self._looking.setObjectName("worker")
        self._looking.setInterval(LOOK_EVERY)
        self._looking.timeout.connect(self._hand_on)
        self.destroyed.connect(lambda: bench.close(USUAL_STEP))
        self._hears_quit = False

    @property
    def busy(self) -> bool:
        """Whether there is work that has not been let go of."""
        return self._bench.job is not None

    def start(self, steps: Iterator[object]) -> None:
        """Go on with this, and with nothing else; each step of it should take milliseconds."""
        app = QCoreApplication.instance()
        if app is not None and not self._hears_quit:
            self._hears_quit = True
            app.aboutToQuit.connect(self.close)
        self._bench.put(_Job(steps))
        self._looking.start()

    def stop(self) -> None:
        """Let go of the work; nothing of it comes any more."""
        self._bench.put(None)

    def close(self) -> None:
        """Let go of the work and wait for its step to end."""
        self._looking.stop()
        self._bench.close(LONGEST_STEP)

    def _hand_on(self) -> None:
        job = self._bench.take()
        if job is None:
            if self._bench.working is None:
                self._looking.stop()
                wake(self._bench)
            return
        for value in job.news:
            self.came.emit(value)
        if job.ended:
            self.ended.emit()
            if job.error is not None:
                raise job.error
