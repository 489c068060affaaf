# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A display, a session bus and an accessibility bus of our own, and a way to use a window on it as
a person would: find things by their accessible role and name, press, type, look."""
import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 180.0  # only a fault meets it: a machine may do twenty other things
DOUBLE_CLICK = 0.5  # seconds; Qt's is 0.4
NEAR = 10  # pixels; Qt's is 5


def _take_events():
    """What the window told since: the accessibility library keeps its own copy of names, states
    and children, and learns of changes only when its events are handled."""
    from gi.repository import GLib
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def _gone():
    """What is raised where a thing of the window goes while it is looked at."""
    if "pyatspi" not in sys.modules:
        return ()
    from gi.repository import GLib
    return GLib.Error, LookupError


def wait_for(what, condition, limit=LIMIT):
    """The first true value of condition(); fails with `what` after `limit` seconds. Looks again where something
    went under its eyes."""
    end = time.monotonic() + limit
    while True:
        if "pyatspi" in sys.modules:
            _take_events()
        fault = ""
        try:
            value = condition()
        except _gone() as error:
            value, fault = None, f" ({error!r})"
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not seen within {limit:.0f} s: {what}{fault}")
        time.sleep(0.05)


def _die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG


class Desktop:
    """Use with `with`: everything started here ends with it."""

    def __init__(self, size=(1280, 800)):
        self.clicked = ((0, 0), 0.0)  # where, and when
        self.size = size
        self.children = []
        self.folder = None
        self.env = dict(os.environ)

    def __enter__(self):
        for tool in ("Xvfb", "dbus-daemon", "scrot", "xdotool"):
            if not shutil.which(tool):
                raise SystemExit(f"{tool} is missing; ./run installs it")
        self.folder = tempfile.mkdtemp(prefix="podium-desktop-")
        self.env.update(
            XDG_RUNTIME_DIR=self.folder, QT_QPA_PLATFORM="xcb", LC_ALL="C.UTF-8")
        self.env["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        for name in ("WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS"):
            self.env.pop(name, None)
        try:
            self._start_display()
            self._start_session_bus()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.terminate()
        for child in reversed(self.children):
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, arguments, **options):
        child = subprocess.Popen(arguments, env=self.env, preexec_fn=_die_with_parent, **options)
        self.children.append(child)
        return child

    def start_application(self, arguments):
        """Starts a program with a window and waits until it can be used by its accessible names.

        The accessibility bus comes after the window, as when a person starts a screen reader:
        where it is there before, Qt 5.15 makes itself known to it before it is connected.
        """
        child = self.start(arguments)
        self._search(".")
        self._start_accessibility()
        wait_for(f"{arguments[0]} on the accessibility bus", _registered)
        return child

    def _first_line(self, arguments):
        """Starts a program that writes one line to the descriptor given in place of {fd}."""
        read, write = os.pipe()
        self.start([a.replace("{fd}", str(write)) for a in arguments], pass_fds=(write,),
                   stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            line = pipe.readline().strip()
        if not line:
            raise SystemExit(f"{arguments[0]} did not start")
        return line

    def _start_display(self):
        # With -noreset: else it throws out who comes just when the last one, such as xdotool, leaves.
        screen = f"{self.size[0]}x{self.size[1]}x24"
        self.env["DISPLAY"] = ":" + self._first_line(
            ["Xvfb", "-displayfd", "{fd}", "-screen", "0", screen, "-nolisten", "tcp", "-dpi", "96",
             "-noreset"])

    def _start_session_bus(self):
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._first_line(
            ["dbus-daemon", "--session", "--nofork", "--print-address={fd}"])

    def _start_accessibility(self):
        launcher = next(path for path in ("/usr/libexec/at-spi-bus-launcher",
                                          "/usr/lib/at-spi2-core/at-spi-bus-launcher")
                        if os.path.exists(path))
        self.start([launcher, "--launch-immediately"], stderr=subprocess.DEVNULL)
        self.env["AT_SPI_BUS_ADDRESS"] = wait_for("the accessibility bus", self._accessibility_bus)
        os.environ.update(self.env)  # for pyatspi in this process

    def _accessibility_bus(self):
        """Its address; None as long as there is none. Before somebody has the name, the question would start
        a second launcher; both listen at one path, and the one that gives up leaves nobody there."""
        has_owner = self._ask_session("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                      "org.freedesktop.DBus.NameHasOwner", "string:org.a11y.Bus")
        if not has_owner or not has_owner.endswith("true"):
            return None
        return self._ask_session("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress")

    def _ask_session(self, service, path, *call):
        asked = subprocess.run(
            ["dbus-send", "--session", "--print-reply=literal", f"--dest={service}", path, *call],
            env=self.env, capture_output=True, text=True, check=False)
        return asked.stdout.strip() if asked.returncode == 0 else None

    def screenshot(self, path, of=None):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        area = ["--autoselect", ",".join(map(str, of.extents()))] if of else []
        subprocess.run(["scrot", "--overwrite", *area, path], env=self.env, check=True)

    def keys(self, *names):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *names], env=self.env, check=True)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--clearmodifiers", "--delay", "5", text],
                       env=self.env, check=True)

    def focus(self):
        """Gives the window the keyboard: there is no window manager that would."""
        self._search("podium", "windowfocus", "--sync")

    def _search(self, name, *action):
        """Waits for a window of that class, and does that with it. Made anew where it fails: a window that goes
        while xdotool looks at all of them, as a tooltip does, ends it."""
        command = ["xdotool", "search", "--onlyvisible", "--class", name, *action]
        wait_for(f"a window of class {name}", lambda: subprocess.run(
            command, env=self.env, check=False, timeout=LIMIT, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL).returncode == 0)

    def click(self, node):
        x, y, width, height = node.extents()
        place = (x + width // 2, y + height // 2)
        # Buttons take no second click of a double click; one that has come where another was is quickly there.
        before, at = self.clicked
        wait_for("the end of a double click's time", lambda: time.monotonic() - at > DOUBLE_CLICK
                 or max(abs(place[0] - before[0]), abs(place[1] - before[1])) > NEAR)
        subprocess.run(["xdotool", "mousemove", str(place[0]), str(place[1]), "click", "1"],
                       env=self.env, check=True)
        self.clicked = (place, time.monotonic())


class Node:
    """A thing on the screen, as a screen reader sees it."""

    def __init__(self, accessible):
        self.it = accessible

    @property
    def name(self):
        return self.it.name or ""

    @property
    def role(self):
        """As at-spi2-core calls it before 2.54, where a push button became a button."""
        name = self.it.getRoleName()
        return "push button" if name == "button" else name

    def text(self):
        with contextlib.suppress(NotImplementedError):
            text = self.it.queryText()
            return text.getText(0, text.characterCount)
        return self.name

    def typed(self):
        """What is in a field; that of a combo box is in a text inside of it."""
        inside = self.all(role="text") if self.role == "combo box" else []
        return (inside or [self])[0].text()

    def extents(self):
        box = self.it.queryComponent().getExtents(0)
        return box.x, box.y, box.width, box.height

    def is_showing(self):
        import pyatspi
        states = self.it.getState()
        return states.contains(pyatspi.STATE_SHOWING) and states.contains(pyatspi.STATE_VISIBLE)

    def is_enabled(self):
        import pyatspi
        return self.it.getState().contains(pyatspi.STATE_ENABLED)

    def is_checked(self):
        import pyatspi
        return self.it.getState().contains(pyatspi.STATE_CHECKED)

    def is_selected(self):
        import pyatspi
        return self.it.getState().contains(pyatspi.STATE_SELECTED)

    def press(self):
        action = self.it.queryAction()
        wanted = ("Press", "Toggle", "Click", "press", "toggle", "click",
                  "ShowMenu", "SetFocus")
        for name in wanted:
            for i in range(action.nActions):
                if action.getName(i) == name:
                    action.doAction(i)
                    return
        raise AssertionError(f"{self.role} {self.name!r} cannot be pressed")

    def set_text(self, text):
        self.it.queryEditableText().setTextContents(text)

    def walk(self, showing=False):
        """It and all below; with `showing` not what is below something that is not shown, which is
        most of a window with many pages."""
        yield self
        for i in range(self.it.childCount):
            with contextlib.suppress(Exception):
                child = self.it.getChildAtIndex(i)
                if child is not None and (not showing or Node(child).is_showing()):
                    yield from Node(child).walk(showing)

    def all(self, role=None, name=None, showing=True):
        """Those below with this role and name (a text, or a function of the name)."""
        found = []
        for node in self.walk(showing):
            with contextlib.suppress(Exception):
                if role and node.role != role:
                    continue
                if callable(name) and not name(node.name):
                    continue
                if isinstance(name, str) and node.name != name:
                    continue
                found.append(node)
        return found

    def find(self, role=None, name=None, limit=LIMIT):
        label = name if isinstance(name, str) else "…"
        return wait_for(f"{role or 'something'} named {label!r}",
                        lambda: next(iter(self.all(role, name)), None), limit)


def _registered():
    """How many applications are on the accessibility bus; None: no answer. Asked over D-Bus: the
    accessibility library, once it has seen an empty list, goes on seeing it."""
    asked = subprocess.run(
        ["dbus-send", "--print-reply=literal", f"--bus={os.environ['AT_SPI_BUS_ADDRESS']}",
         "--dest=org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root",
         "org.freedesktop.DBus.Properties.Get", "string:org.a11y.atspi.Accessible",
         "string:ChildCount"], capture_output=True, text=True, check=False)
    return int(asked.stdout.split()[-1]) if asked.returncode == 0 else None


def settle(app):
    """All is known that the window of this application has told of what it did: it answers on the same line,
    and after that."""
    def answered():
        frame = app.it.getChildAtIndex(0)
        return frame is not None and Node(frame).extents()
    wait_for("an answer of the window", answered)
    _take_events()


def application(name, limit=LIMIT, besides=None):
    """The running application with this accessible name, another one than `besides`."""
    import pyatspi
    # By itself the library gives up after 0.8 s, and takes what did not answer for what is not there.
    pyatspi.setTimeout(int(LIMIT * 1000), int(LIMIT * 1000))

    def look():
        desktop = pyatspi.Registry.getDesktop(0)
        for i in range(desktop.childCount):
            with contextlib.suppress(Exception):
                child = desktop.getChildAtIndex(i)
                if child is not None and child.name == name and child.childCount and (
                        besides is None or child != besides.it):
                    return Node(child)
        return None

    return wait_for(f"the window of {name}", look, limit)
