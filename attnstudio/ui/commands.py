"""All that the window can do, as one table, and which menu has it; and what its buttons ask of the open panel."""

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.actions import ActionSpec
from attnstudio.ui.settings import MOST_DIGITS


def _spec(
    name: str,
    text: str,
    tip: str,
    *keys: str,
    short: str = "",
    group: str = "",
    checkable: bool = False,
    strict: bool = False,
) -> ActionSpec:
    return ActionSpec(name, text, tip, keys, short, group, checkable, strict)


T = QT_TRANSLATE_NOOP
UNDO_TIP = T("attnstudio", "Take back the last change")
REDO_TIP = T("attnstudio", "Make the change again that was taken back")
NOTHING_TO_UNDO = T("attnstudio", "Nothing has been changed that could be taken back")
NOTHING_TO_REDO = T("attnstudio", "Nothing has been taken back that could be made again")
COLUMNS_TIP = T("attnstudio", "Turn the formula, as some courses write it: queries are columns, keys are rows")
NO_COLUMNS = T("attnstudio", "Only the formula of the panel Attention can be turned: here queries stay rows")
LEAVE_TIP = T("attnstudio", "Return to the window")
NOT_FULL = T("attnstudio", "The window does not fill the screen")

CONTINUE_TIP = T("attnstudio", "Come back to what was open when attnstudio was closed")
NOTHING_LEFT = T("attnstudio", "No earlier run has left anything, or this one leaves it out")
NEXT_STEP_TIP = T("attnstudio", "Go to the next step of the lesson")
PREVIOUS_STEP_TIP = T("attnstudio", "Go to the step before in the lesson")
END_LESSON_TIP = T("attnstudio", "Put the lesson away: what is shown stays, and nothing is locked any more")
NO_LESSON = T("attnstudio", "No lesson is open")
NO_NEXT_STEP = T("attnstudio", "This is the last step of the lesson")
NO_NEXT_SCENE = T("attnstudio", "This is the last scene of the playlist")
NO_STEP_BEFORE = T("attnstudio", "This is the first step of the lesson")
NO_SCENE_BEFORE = T("attnstudio", "This is the first scene of the playlist")
COPIES = (
    ("latex", T("attnstudio", "&LaTeX"), T("attnstudio", "Copy the matrix as an array for LaTeX")),
    ("numpy", T("attnstudio", "&NumPy"), T("attnstudio", "Copy the matrix as an expression of NumPy")),
    ("markdown", T("attnstudio", "&Markdown"), T("attnstudio", "Copy the matrix as a Markdown table")),
    ("tabs", T("attnstudio", "&Tab-separated"), T("attnstudio", "Copy the matrix for a spreadsheet")),
)

ACTIONS = (
    _spec("new", T("attnstudio", "&Worked example"), T("attnstudio", "Start again from the worked example"), "Ctrl+N"),
    _spec("open", T("attnstudio", "&Open…"), T("attnstudio", "Open a scene, or tensors from a file"), "Ctrl+O"),
    _spec("save", T("attnstudio", "&Save"), T("attnstudio", "Save all panels as a scene"), "Ctrl+S",
          strict=True),
    _spec("save_as", T("attnstudio", "Save &as…"), T("attnstudio", "Save all panels as a scene under another name"),
          "Ctrl+Shift+S", strict=True),
    _spec("continue", T("attnstudio", "&Continue where you were"), CONTINUE_TIP),
    _spec("export", T("attnstudio", "&Export…"), T("attnstudio", "Save a picture, a table or a script of this panel"),
          "Ctrl+E", short=T("attnstudio", "Export"), strict=True),
    _spec("quit", T("attnstudio", "&Quit"), T("attnstudio", "Close attnstudio; unsaved work is asked about"), "Ctrl+Q"),
    _spec("undo", T("attnstudio", "&Undo"), UNDO_TIP, "Ctrl+Z", short="↶"),
    _spec("redo", T("attnstudio", "&Redo"), REDO_TIP, "Ctrl+Shift+Z", "Ctrl+Y", short="↷"),
    _spec("reset", T("attnstudio", "Re&set"), T("attnstudio", "Bring the panel back to how it was opened"), "Ctrl+R"),
    *(_spec(f"copy {form}", text, tip) for form, text, tip in COPIES),
    _spec("system", T("attnstudio", "As the s&ystem"), T("attnstudio", "Light or dark, as the system is"),
          group="theme"),
    _spec("light", T("attnstudio", "&Light"), T("attnstudio", "Dark text on a light background"), group="theme"),
    _spec("dark", T("attnstudio", "&Dark"), T("attnstudio", "Light text on a dark background"), group="theme"),
    _spec("projector", T("attnstudio", "&Projector"), T("attnstudio", "Large type and thick lines on white"),
          group="theme"),
    _spec("columns", T("attnstudio", "Queries as &columns"), COLUMNS_TIP, "Ctrl+T", checkable=True),
    _spec("digits", T("attnstudio", "As they &need"), T("attnstudio", "Each number with as many digits as it needs"),
          group="digits"),
    *(_spec(f"digits {count}", f"&{count}", T("attnstudio", "So many digits after the point, wherever they have room"),
            group="digits") for count in range(MOST_DIGITS + 1)),
    _spec("zoom_in", T("attnstudio", "Text lar&ger"), T("attnstudio", "Make text and controls larger"), "Ctrl++",
          "Ctrl+="),
    _spec("zoom_out", T("attnstudio", "Text &smaller"), T("attnstudio", "Make text and controls smaller"), "Ctrl+-"),
    _spec("zoom_reset", T("attnstudio", "Text at &100 %"), T("attnstudio", "Bring text back to its usual size"),
          "Ctrl+0"),
    _spec("full_screen", T("attnstudio", "&Full screen"), T("attnstudio", "Fill the screen, or return to the window"),
          "F11", checkable=True),
    _spec("leave", T("attnstudio", "L&eave full screen"), LEAVE_TIP, "Esc"),
    _spec("project", T("attnstudio", "Pro&jector, full screen"),
          T("attnstudio", "Large type in full screen, menus folded; again returns"),
          "Shift+F11", short=T("attnstudio", "Projector"), checkable=True),
    _spec("pane", T("attnstudio", "Side p&ane"),
          T("attnstudio", "Open or fold the pane beside the panel: the lesson, or the list of lessons"), "F4",
          checkable=True),
    _spec("lessons", T("attnstudio", "All &lessons"), T("attnstudio", "List the lessons and how far you have come"),
          "Ctrl+L"),
    _spec("code", T("attnstudio", "C&ode"),
          T("attnstudio", "The lines of code that do what the screen shows, beside the panel"), "Shift+F4"),
    _spec("open_lesson", T("attnstudio", "&Open a lesson…"), T("attnstudio", "Open a lesson from a file"),
          strict=True),
    _spec("next_step", T("attnstudio", "&Next step"), NEXT_STEP_TIP, "Ctrl+PgDown"),
    _spec("previous_step", T("attnstudio", "&Previous step"), PREVIOUS_STEP_TIP, "Ctrl+PgUp"),
    _spec("end_lesson", T("attnstudio", "&End the lesson"), END_LESSON_TIP),
    _spec("myths", T("attnstudio", "&Myths…"),
          T("attnstudio", "What is often said of attention and does not hold, each with its counter-example")),
    _spec("teachers", T("attnstudio", "For &teachers…"),
          T("attnstudio", "Goals, openings, common mistakes and a playlist for each panel")),
    _spec("progress_csv", T("attnstudio", "E&xport progress…"),
          T("attnstudio", "Save what you have done in the lessons as a table (CSV)")),
    _spec("progress_reset", T("attnstudio", "&Reset progress…"),
          T("attnstudio", "Forget what you have done in the lessons; it is asked about first")),
    _spec("menus", T("attnstudio", "&Go to the menus"),
          T("attnstudio", "Open the menus by the keyboard; where they are folded, those of the button ☰"), "F10"),
    _spec("describe", T("attnstudio", "&Describe this screen"),
          T("attnstudio", "Say in words what is on the screen and what can be done with it"), "Ctrl+I"),
    _spec("keys", T("attnstudio", "&Keyboard shortcuts"), T("attnstudio", "List every action that has a key"),
          "F1", "?"),
    _spec("about", T("attnstudio", "&About attnstudio"), T("attnstudio", "Version, and the work of others in it")),
)  # fmt: skip

MENUS = (
    (T("attnstudio", "&File"), ("new", "open", "recent", "examples", "continue", "", "save", "save_as",
                                "export", "", "quit")),
    (T("attnstudio", "&Edit"), ("undo", "redo", "", "copies", "", "reset")),
    (T("attnstudio", "&View"), ("panels", "", "pane", "code", "", "system", "light", "dark", "projector", "",
                                "columns", "numbers", "", "zoom_in", "zoom_out", "zoom_reset", "", "full_screen",
                                "leave", "project")),
    (T("attnstudio", "&Lessons"), ("lessons", "shipped", "open_lesson", "", "next_step", "previous_step",
                                   "end_lesson", "", "myths", "", "progress_csv", "progress_reset")),
    (T("attnstudio", "&Help"), ("describe", "keys", "menus", "teachers", "about")),
)  # fmt: skip
SUBMENUS = {
    "numbers": (T("attnstudio", "D&igits"), ("digits", *(f"digits {n}" for n in range(MOST_DIGITS + 1)))),
    "copies": (T("attnstudio", "&Copy matrix as"), tuple(f"copy {form}" for form, _, _ in COPIES)),
}

# Buttons for actions of the open panel, by name: what they show, and why they are off where it has none.
PANEL_BUTTONS = (
    _spec("predict", T("attnstudio", "&Predict"), T("attnstudio", "This panel has no stages to cover"),
          short=T("attnstudio", "Predict")),
    _spec("pin", T("attnstudio", "P&in A|B"), T("attnstudio", "This panel has nothing to compare"),
          short=T("attnstudio", "Pin A|B")),
)  # fmt: skip
