#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Uses the window through the accessibility bus alone, as a screen reader does: goes through every page,
whichever there are, and looks that each control has a name, a role that is its own and a plain
description; then runs a command, switches the views of its output and filters, by actions and texts."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import wait_for  # noqa: E402

POD = "pod-v4"
WORKERS = 8
ROWS = ("table", "tree table", "tree", "list")
NO_ROLE = ("unknown", "filler", "invalid", "redundant object")
VIEWS = ("Grid of panes", "One pane and a list", "Folded panes", "Merged by time")


def states(node):
    import pyatspi
    found = node.it.getState()
    return {name for name in ("CHECKED", "CHECKABLE", "FOCUSABLE", "SENSITIVE")
            if found.contains(getattr(pyatspi, f"STATE_{name}"))}


def controls(node):
    """All that is shown below, but for the cells of lists."""
    yield node
    if node.role in ROWS:
        return
    for i in range(node.it.childCount):
        child = node.it.getChildAtIndex(i)
        if child is not None and type(node)(child).is_showing():
            yield from controls(type(node)(child))


def faults(node):
    said = []
    what = f"{node.role} {node.name!r}"
    if "FOCUSABLE" in states(node):
        if not node.name.strip():
            said.append(f"{what} has no name")
        if node.role in NO_ROLE:
            said.append(f"{what} takes the keyboard, but has no role")
    description = node.it.description or ""
    if re.search(r"<qt>|&quot;|&lt;|<br", description):
        said.append(f"{what} is described in HTML: {description}")
    if node.role == "combo box" and node.name == description.split(". ")[0]:
        said.append(f"{what} is called by what is chosen in it")
    return said


def read_page(window):
    """All that is shown, and what is wrong with it; None where something went while it was read."""
    from gi.repository import GLib
    try:
        seen = list(controls(window.window))
        return seen, [fault for node in seen for fault in faults(node)]
    except (GLib.Error, LookupError):
        return None


def pages(window):
    rail = window.window.find(name="Pages")
    return rail, rail.all(role="radio button")


def see_pages(window):
    rail, buttons = pages(window)
    names = [button.name for button in buttons]
    assert len(names) >= 6, f"the rail has {names}"
    assert not rail.all(role="check box"), "a page is one of several, not a check box"
    said = []
    for button in buttons:
        button.press()
        wait_for(f"{button.name} alone to be the page", lambda name=button.name: [
            b.name for b in buttons if "CHECKED" in states(b)] == [name])
        seen, found = wait_for(f"{button.name} to stand still", lambda: read_page(window))
        said += [f"{button.name}: {fault}" for fault in found]
        window.say(f"   {button.name}: {len(seen)} things")
    assert not said, "\n".join(sorted(set(said)))


def run_command(window):
    page = window.page("Run")
    page.find(role="text", name="Targets").set_text(f"{POD} ")  # a blank ends a word
    page.find(name=f"Target {POD}")
    page.find(name="Command").set_text("hostname")
    window.button("Run command").press()
    wait_for(f"{WORKERS} workers that are done", lambda: page.all(name=f"{WORKERS} ok"))


def switch_views(window):
    views = {name: window.part.find(name=name) for name in VIEWS}
    for name, view in views.items():
        assert view.role == "radio button", f"{name} is a {view.role}"
        view.press()
        wait_for(f"{name} to be on", lambda n=name: [
            each for each, v in views.items() if "CHECKED" in states(v)] == [n])
        assert not faults(view)
        window.shot(re.sub(r"\W+", "-", name.lower()))
    merged = window.part.find(name=lambda text: text.startswith("Output"))
    wait_for("the merged lines", lambda: "-w-" in merged.text())
    views["Grid of panes"].press()


def toggle(window):
    """What acts on a click has to act on this, too: nothing is clicked here."""
    ok = window.part.find(name=f"{WORKERS} ok")
    ok.press()
    whole = window.part.find(name=f"All {WORKERS}")
    wait_for("the number alone to be the filter", lambda: "CHECKED" in states(ok)
             and "CHECKED" not in states(whole))
    ok.press()
    wait_for("all to be shown again", lambda: "CHECKED" in states(whole))


def set_texts(window):
    page = window.page("Nodes")
    page.find(role="text", name="Filter nodes").set_text(POD)
    wait_for("one node that is left", lambda: page.all(name=lambda t: re.match(r"1 of \d+", t)))


def use(window, _):
    window.say("1. Every page")
    wait_for(f"{POD} in the list", lambda: any(POD in n.name for n in window.window.walk()))
    wait_for("the end of the look", lambda: any(
        n.is_enabled() for n in window.window.all(name="Refresh")))
    see_pages(window)
    window.say("2. A run")
    run_command(window)
    window.say("3. Its views")
    switch_views(window)
    toggle(window)
    window.say("4. A filter")
    set_texts(window)


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/screenreader", use))
