# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""What the tour sees of a node from the Nodes page: whether its TPU computes, a disk for it, what deleting it
would mean, a shell on it."""
from desktop import wait_for
from hands import Mouse

POD, WORKERS = "pod-v4", 8
SINGLE, PROJECT, ZONE, DISK = "dev-v4", "atlas-vision", "us-central2-b", "corpus"


def dialog(window, name):
    window.part = window.window.find(role="dialog", name=name)
    return window.part


def select_node(window, name):
    """Until its details are there: those of the one before have the same buttons at other places."""
    window.desktop.click(window.part.find(name=name))
    window.part.find(name="Selected node").find(name=name)


def open_menu(hands, button):
    hands.menu = None
    hands.press(button)
    return wait_for(f"the menu of {button!r}", lambda: hands.menu)


def see_check(window):
    window.say(f"10. Nodes: whether the TPU of {POD} computes")
    hands = Mouse(window)
    hands.page("Nodes")
    select_node(window, POD)
    hands.press("Who holds the TPU…")
    tpu = dialog(window, f"TPU of {POD}")
    hands.press("Check")
    verdicts = wait_for(f"{WORKERS} verdicts", lambda: [
        n.name for n in tpu.walk(showing=True) if f"on all {WORKERS} workers" in n.name][WORKERS - 1:])
    window.say(f"   saw {verdicts[0]!r}")
    window.shot("tpu-check", of=tpu)
    hands.press("Close")


def create_disk(window, hands):
    hands.page("Projects")
    hands.choose_row("Projects", PROJECT)
    window.part.find(name=PROJECT)
    hands.press("Create a disk…")
    dialog(window, "Create a disk")
    hands.fill("Name", DISK)
    hands.fill("Zone", ZONE)
    hands.press("Create")
    hands.on_page("Projects")
    window.part.find(name=f"Attach the disk {DISK}")


def look_until(window, button):
    """A disk comes to its worker a moment after Google has attached it."""
    def looked():
        enabled = {n.name: n for n in window.part.all(role="push button") if n.is_enabled()}
        if button not in enabled and "Look again" in enabled:
            enabled["Look again"].press()
        return button in enabled
    wait_for(f"the button {button!r}", looked)


def see_disks(window):
    window.say(f"11. Nodes: a disk for {SINGLE}, and what its worker would do with it")
    hands = Mouse(window)
    create_disk(window, hands)
    hands.page("Nodes")
    select_node(window, SINGLE)
    hands.press("Disks")
    open_menu(hands, "Attach").find(role="menu item", name=DISK).press()
    dialog(window, f"Attach the disk {DISK}")
    hands.press("Attach")
    work = dialog(window, f"Make the disk {DISK} usable on {SINGLE}")
    look_until(window, "Format and mount")
    window.shot("disks", of=work)
    hands.press("Close")


def see_delete(window):
    window.say(f"12. Nodes: what deleting {SINGLE} would mean")
    hands = Mouse(window)
    hands.page("Nodes")
    select_node(window, SINGLE)
    open_menu(hands, "More: start, stop, delete").find(role="menu item", name="Delete…").press()
    delete = dialog(window, "Delete nodes")
    meaning = delete.find(role="text", name="What it means")
    wait_for("what it means", lambda: f"{SINGLE}:" in meaning.text())
    window.shot("delete", of=delete)
    hands.press("Do nothing")


def see_shell(window):
    window.say(f"17. Run: a shell on the first worker of {POD}")
    hands = Mouse(window)
    hands.page("Nodes")
    select_node(window, POD)
    hands.press("Open a shell")
    hands.on_page("Run")
    terminal = window.part.find(name=f"Terminal of {POD}:0")
    wait_for("its prompt", lambda: terminal.text().rstrip().endswith("$"))
    window.desktop.click(terminal)
    window.desktop.type("ls /dev/accel*\n")
    wait_for("what it prints", lambda: "/dev/accel3" in terminal.text())
    window.shot("shell")
    window.desktop.type("exit\n")
    window.part.find(role="page tab", name=f"Shell on {POD}:0 · 1 ok")
