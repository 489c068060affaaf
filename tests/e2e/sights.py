# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""What else the tour goes to see, besides its main job: the review of a person, a project's keys, a grant, a
node to be created and a request that waits, a copy, who holds a TPU, how busy it is, a recipe, past runs, a
tunnel. What is done to a node is in nodesights.py."""
import contextlib
import datetime
import os
import re
import urllib.request

from desktop import LIMIT, wait_for
from hands import Mouse
from journey import new_key
from nodesights import POD, WORKERS, dialog, open_menu, see_check, see_delete, see_disks, see_shell, select_node

PROJECT, ZONE, LIKE = "lm-pretrain", "europe-west4-a", "tune-v6e"
GRANTED_DAYS, GRANTED_SINCE = 90, 60
MAIL = f"""Your project {PROJECT} now has access, free of charge for {GRANTED_DAYS} days, to:
* 128 spot Cloud TPU v6e chips in zone {ZONE}
* 256 on-demand Cloud TPU v5p chips in zone us-east5-a
"""
PORTS = (6006, 8888)
TRAINING = r"printf 'import jax, time\njax.devices()\nopen(\"holds\", \"w\")\ntime.sleep(999)\n' >train.py; " \
    "nohup python3 train.py >train.log 2>&1 & for port in " + " ".join(map(str, PORTS)) + \
    "; do nohup python3 -m http.server $port --bind localhost >web.log 2>&1 & done; " \
    "until [ -e holds ]; do sleep 0.1; done; echo it trains"


def see_review(window):
    window.say("7. People: each step on each worker, before it is applied")
    window.button(f"Review {2 * WORKERS} changes").press()
    window.button("Apply")
    window.shot("review")
    Mouse(window).press("Back")


def see_project_keys(window):
    window.say("8. People: a key for a whole project, before it is added")
    hands = Mouse(window)
    hands.press("Project keys")
    window.part.find(name="Keys in the project's metadata")
    hands.fill("Account for the key", "ada")
    hands.fill("Public keys", new_key())
    hands.press("Add to the project…")
    review = window.part.find(name="Review of a project key")
    review.find(role="push button", name="Add to the project")
    window.shot("project-keys")
    hands.press("Cancel")
    hands.press("Back")


def see_projects(window):
    window.say("9. Projects: a TPU grant, from Google's mail")
    hands = Mouse(window)
    hands.page("Projects")
    hands.choose_row("Projects", PROJECT)
    window.part.find(name=PROJECT)
    window.button("Paste the grant mail…").press()  # what Google answers moves it while one points
    dialog(window, "Write a TPU grant down").find(name="The grant mail").set_text(MAIL)
    since = datetime.date.today() - datetime.timedelta(days=GRANTED_SINCE)
    hands.fill("First day", since.isoformat())
    hands.press("Write it down")
    hands.on_page("Projects")
    said = wait_for("the bar of the grant", lambda: next(
        (n.name for n in window.part.walk(showing=True)
         if re.match(rf"128 .* in {ZONE}: ", n.name)), None))
    window.say(f"   saw {said!r}")
    window.shot("projects")


def see_create(window):
    window.say("13. Nodes: a node to be created, one that is kept, and a request that waits for capacity")
    window.cloud(f"zones/{ZONE}:stockout")
    hands = Mouse(window)
    hands.page("Nodes")
    select_node(window, LIKE)
    open_menu(hands, "More: start, stop, delete").find(
        role="menu item", name="Create another like this…").press()
    create = dialog(window, "Create a node")
    until = create.find(name="Keep trying until there is capacity, for at most")
    window.desktop.click(until)
    wait_for("the wish to wait", until.is_checked)
    meaning = create.find(name="Coverage and price")
    wait_for("that it is covered", lambda: "covered until" in meaning.it.description)
    window.say(f"   saw {meaning.it.description!r}")
    window.shot("create", of=create)
    create.find(name="How to request it, and what to do afterwards").press()
    keep = create.find(name="Keep it: create it again after a preemption")
    keep.press()
    wait_for("the wish to keep it", keep.is_checked)
    window.shot("keep", of=create)
    keep.press()
    wait_for("no wish to keep it", lambda: not keep.is_checked())
    hands.press("Create")
    hands.on_page("Nodes")
    wait_for("the request to wait", lambda: any(
        "no capacity" in n.name for n in window.part.walk(showing=True)))
    window.shot("requests")


def run_kind(window, name):
    """The Run page, with what is run by this tab."""
    page = window.page("Run")
    page.find(role="page tab", name=name).press()
    return page


def see_copy(window):
    window.say(f"14. Run: files for all workers of {POD}, planned and verified")
    code = os.path.join(window.home, "code")
    os.mkdir(code)
    for name, size in (("train.py", 4000), ("model.py", 12000), ("tokenizer.json", 900000)):
        with open(os.path.join(code, name), "wb") as file:
            file.write(os.urandom(size))
    hands = Mouse(window)
    run_kind(window, "Copy")
    page = window.part = window.window.find(name="Copy to workers")
    page.find(name=f"Target {POD}")  # of the command before
    hands.press("Add pattern…")
    dialog(window, "Add a pattern of files to copy").find(role="text").set_text(code)
    hands.press("OK")
    window.part = page
    hands.press("Show plan")
    window.button("Copy")
    window.shot("copy-plan")
    hands.press("Copy")
    workers = page.find(name="Workers")
    wait_for(f"{WORKERS} verified copies", lambda: len([
        n for n in workers.walk(showing=True) if n.name.startswith("verified")]) >= WORKERS)
    window.shot("copied")


def train(window):
    window.say(f"15. Run: a program on {POD} that takes the TPU")
    page = run_kind(window, "Command or script")
    command = page.find(name="Command")
    window.desktop.click(command)
    window.desktop.keys("ctrl+a")
    window.desktop.type(TRAINING)
    wait_for("the typed command", lambda: command.text() == TRAINING)
    page.find(role="push button", name="Run command").press()
    wait_for(f"{WORKERS} workers that train", lambda: [
        n for n in page.all(name=lambda t: t.startswith(f"Output of {POD}:"))
        if "it trains" in n.text()][WORKERS - 1:])


def see_holders(window):
    window.say("16. Nodes: who holds the TPU")
    hands = Mouse(window)
    hands.page("Nodes")
    select_node(window, POD)
    hands.press("Who holds the TPU…")
    holders = dialog(window, f"TPU of {POD}")
    wait_for(f"{WORKERS} holders", lambda: len([
        n for n in holders.walk(showing=True) if "train.py" in n.name]) >= WORKERS)
    window.shot("tpu", of=holders)
    hands.press("Close")


def see_past_runs(window):
    window.say("18. Run: what was run before")
    page = run_kind(window, "Command or script")
    past = page.find(name="Past runs")
    past.press()
    wait_for("the first run among them", lambda: any(
        n.name.startswith("hostname") for n in page.walk(showing=True) if n.role == "table cell"))
    window.shot("past-runs")
    past.press()


def watch_load(window):
    window.say("19. Load: how busy the workers are")
    hands = Mouse(window)
    hands.page("Load")
    hands.fill("Targets", f"{POD} ")
    hands.press("Watch")


def choose_recipe(window, recipes, name):
    """By the arrows: it may be out of sight."""
    def chosen():
        return next((n.name for n in recipes.all(role="list item") if n.is_selected()), None)
    first = recipes.all(role="list item", showing=False)[0].name
    window.desktop.click(recipes.all(role="list item")[0])
    window.desktop.keys("Home")
    wait_for("the first recipe to be chosen", lambda: chosen() == first)
    while (now := wait_for("a recipe to be chosen", chosen)) != name:
        window.desktop.keys("Down")
        wait_for("the next recipe", lambda before=now: chosen() != before)


def apply_recipe(window, hands, name):
    """After its review."""
    before = window.part
    hands.press("Apply")
    dialog(window, f"Review of the recipe {name}")
    hands.press("Apply on")
    window.part = before


def see_recipe(window):
    window.say("20. Run: a recipe, and a verdict for each worker")
    hands = Mouse(window)
    page = run_kind(window, "Recipe")
    choose_recipe(window, page.find(role="list", name="Recipes"), "limits")
    apply_recipe(window, hands, "limits")
    done = page.find(name="Verdicts of workers and steps")
    wait_for(f"{WORKERS} verdicts", lambda: len(done.all(name="changed", showing=False)) == WORKERS)
    window.shot("recipes")


def answer_of(port):
    """Of the server behind a tunnel; None while it is only starting."""
    with contextlib.suppress(OSError), urllib.request.urlopen(
            f"http://127.0.0.1:{port}/", timeout=LIMIT) as page:
        return page.status
    return None


def see_tunnels(window):
    window.say("21. Tunnels: ports of workers on this machine")
    hands = Mouse(window)
    hands.page("Tunnels")
    for worker, port in enumerate(PORTS):
        window.desktop.click(window.part.find(name="Targets"))
        window.desktop.keys("BackSpace")
        window.desktop.type(f"{POD}:{worker} ")
        # Until then its list of matches is open, just where the next click goes.
        window.part.find(name=f"Target {POD}:{worker}")
        window.desktop.click(window.part.find(name="Port of the worker"))
        window.desktop.keys("ctrl+a")
        window.desktop.type(str(port))
        hands.press("Open tunnel")
        wait_for("the tunnel to be open", lambda n=worker + 1: len(window.part.all(name="open")) == n)
        status = wait_for(f"port {port} to answer", lambda p=port: answer_of(p))
        window.say(f"   port {port} of {POD}:{worker} answers {status}")
    window.shot("tunnels")


def see_load(window):
    Mouse(window).page("Load")
    busy = wait_for(f"{WORKERS} busy workers", lambda: [
        n.name for n in window.part.find(name="Workers").walk(showing=True)
        if n.name.endswith(" %")][WORKERS - 1:])
    window.say(f"   saw {busy[0]!r}")
    window.shot("load")


SIGHTS = (see_review, see_project_keys, see_projects, see_check, see_disks, see_delete, see_create, see_copy,
          train, see_holders, see_shell, see_past_runs, watch_load, see_recipe, see_tunnels, see_load)
