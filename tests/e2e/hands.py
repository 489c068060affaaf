# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Three ways to use the same window: by the mouse, by the keyboard alone, and as a screen reader does,
by the actions and texts of the accessibility tree. Each has the same verbs."""
import contextlib

from desktop import Node, settle, wait_for

MOST_STOPS = 60
FIELDS = ("text", "combo box")
ROWS = ("table cell", "list item", "tree item")
VERSION = "Version "


class Hands:
    """Finds what is meant; how it is used is for those below."""

    def __init__(self, window):
        import pyatspi
        self.window, self.desktop = window, window.desktop
        self.menu = None  # the one that was opened last
        pyatspi.Registry.registerEventListener(self._shown, "object:state-changed:showing")

    def _shown(self, event):
        with contextlib.suppress(Exception):  # it may be gone by now
            if event.source.getRoleName() == "popup menu":
                self.menu = Node(event.source)

    def begin(self):
        """Called when another window is there to be used."""

    def rail_button(self, name):
        roles = ("radio button", "push button")
        return wait_for(f"the page {name} on the rail", lambda: next(
            (n for n in self.window.window.all(name=name) if n.role in roles), None))

    def on_page(self, name):
        # The Run page is made of its tabs; it has no name of its own.
        if name == "Run":
            wait_for("Run to be the page", self.rail_button(name).is_checked)
            self.window.part = self.window.window
        else:
            self.window.part = self.window.window.find(name=f"{name} page")

    def field(self, name):
        return wait_for(f"the field {name!r}", lambda: next(
            (n for n in self.window.part.all(name=name) if n.role in FIELDS), None))

    def see_typed(self, field, text):
        """Keys come by another line than what is asked or done by the tree, which must not go before them; and
        what they bring about may move what is clicked next."""
        if text.endswith(" "):  # a blank ends a word, which becomes a target
            self.window.part.find(name=f"Target {text.strip()}")
        else:
            wait_for(f"{text!r} to be typed", lambda: field.typed() == text)

    def row(self, text):
        """The one that begins with this word."""
        return wait_for(f"the row {text!r}", lambda: next(
            (n for n in self.window.part.all(name=lambda name: name.startswith(f"{text}, "))
             if n.role in ROWS), None))

    def walk_to(self, text):
        """In the list that has the keyboard."""
        row = self.row(text)
        self.desktop.keys("Home")
        wait_for(f"{row.name!r} to be selected", lambda: row.is_selected() or
                 self.desktop.keys("Down"))

    def version(self):
        """The newest in the menu that is open."""
        return wait_for("a version in the menu", lambda: next(
            (n for n in self.menu.all(role="menu item", showing=False)
             if n.name.startswith(VERSION)), None) if self.menu else None)


class Mouse(Hands):
    """Points and clicks; types into what was clicked."""

    def page(self, name):
        self.desktop.click(self.rail_button(name))
        self.on_page(name)

    def press(self, name):
        self.desktop.click(self.window.button(name))

    def fill(self, name, text):
        field = self.field(name)
        self.desktop.click(field)
        self.desktop.keys("ctrl+a")
        self.desktop.type(text)
        self.see_typed(field, text)

    def choose_version(self, name):
        self.press(name)
        self.desktop.click(self.version())

    def choose_row(self, _, text):
        self.desktop.click(self.row(text))


class Keyboard(Hands):
    """Keys, and what has the keyboard by what the window tells of it. Nothing is clicked; what is
    pressed is where Tab, the arrows and the palette have led to."""

    def __init__(self, window):
        import pyatspi
        super().__init__(window)
        self.moves, self.focused = 0, ""
        pyatspi.Registry.registerEventListener(self._moved, "object:state-changed:focused")

    def begin(self):
        self.desktop.focus()

    def _moved(self, event):
        if event.detail1:
            self.moves += 1
            self.focused = event.source.name or ""

    def tab_to(self, name, is_there=str.startswith):
        """Tab until the control that begins with `name` has the keyboard. What is told late of something before
        would be taken for what the Tab did, and the next one would go too far."""
        settle(self.window.window)
        passed = []
        while not is_there(self.focused, name):
            passed.append(self.focused)
            assert len(passed) <= MOST_STOPS, f"no Tab comes to {name!r}, but to {passed}"
            moves = self.moves
            self.desktop.keys("Tab")
            wait_for("the keyboard to be elsewhere", lambda m=moves: self.moves > m)
            if not is_there(self.focused, name):
                settle(self.window.window)

    def page(self, name):
        self.palette(f"Go to {name}")
        self.focused = ""
        self.on_page(name)

    def palette(self, command):
        self.desktop.keys("ctrl+k")
        field = self.window.window.find(role="text", name="Find a command")
        self.desktop.type(command)
        wait_for("the typed command", lambda: field.text() == command)
        self.desktop.keys("Return")

    def press(self, name):
        self.window.button(name)
        self.tab_to(name)
        self.desktop.keys("space")

    def fill(self, name, text):
        field = self.field(name)
        self.tab_to(name, str.__eq__)
        self.desktop.keys("ctrl+a")
        self.desktop.type(text)
        self.see_typed(field, text)

    def choose_version(self, name):
        self.press(name)
        self.desktop.keys("Down")
        wait_for("a version in the menu", lambda: self.focused.startswith(VERSION))
        self.desktop.keys("Return")

    def choose_row(self, view, text):
        self.tab_to(view)
        self.walk_to(text)


class ScreenReader(Keyboard):
    """Neither clicks nor types: acts on what the accessibility tree has. Only rows of lists have no
    actions there; with a screen reader, too, one walks to them by Tab and the arrows."""

    def page(self, name):
        self.rail_button(name).press()
        self.on_page(name)

    def press(self, name):
        self.window.button(name).press()

    def fill(self, name, text):
        field = self.field(name)
        if field.role == "combo box":  # what is typed into is inside
            field = field.find(role="text")
        field.set_text(text)

    def choose_version(self, name):
        self.press(name)
        self.version().press()


HANDS = {"mouse": Mouse, "keyboard": Keyboard, "screenreader": ScreenReader}
