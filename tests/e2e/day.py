#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A day with a pod of eight workers, through Podium's window on the demo cloud: wedged by two users, freed,
verified, set up by three recipes with a failing worker that is mended and resumed, training in tmux, watched
over an hour while one worker goes odd, and its secrets taken away again. What the window says is looked at on
the workers by the real ssh. The hour is one of the workers' own counters: they are an hour on from one look to
the next. Saves a screenshot of each step."""
import contextlib
import glob
import itertools
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import LIMIT, wait_for  # noqa: E402
from hands import Mouse  # noqa: E402
from sights import apply_recipe, choose_recipe, dialog, select_node  # noqa: E402

POD, WORKERS, PLACE = "pod-v4", 8, "atlas-vision/us-central2-b/pod-v4"
DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "day"
FORKED, DEAF, ODD, STALE, THEIRS, SHARED = 1, 2, 3, 5, 6, 7  # see DATA
PLANTED = "hunter2-planted"
HOLDERS = ["Worker", "User", "Since", "Process", "Chips", "What"]
STEPS = {"secret-file": ["It is there, for you only"],
         "code": ["The repository is there", "It is at that commit, without changes"],
         "wandb-token": ["The key is there, for you only"],
         "tmux-start": ["tmux is there", "The session runs"]}
GOOD, TRIED = "Checked: it is as it should be.", f"{4 * WORKERS} on all {WORKERS} workers"


def script(name, variable=""):
    """One that this shares with podiumctl's test; `variable`: a line before it."""
    return f"{variable}\n{(DATA / f'{name}.sh').read_text(encoding='utf-8')}"


def alike(text, **others):
    """The same of all workers, but for some."""
    return {worker: others.get(f"w{worker}", text) for worker in range(WORKERS)}


class Pod:
    """Its workers besides the window: by the real ssh with the config that Podium has written, and as root by
    the demo cloud."""

    def __init__(self, window, config):
        self.window, self.config, self.marks = window, config, itertools.count(1)
        self.theirs = {}
        self.own = self.on("id -un")[0]

    def on(self, command, workers=range(WORKERS)):
        started = {worker: subprocess.Popen(
            ["ssh", "-F", self.config, "-oBatchMode=yes", "-oStrictHostKeyChecking=no",
             "-oUserKnownHostsFile=/dev/null", "-oLogLevel=ERROR", "-oConnectTimeout=120",
             f"{POD}-{worker}", command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "HOME": self.config.removesuffix("/.ssh/config")}) for worker in workers}
        said = {worker: (*process.communicate(timeout=LIMIT), process.returncode)
                for worker, process in started.items()}
        for worker, (out, err, code) in said.items():
            assert code == 0, f"on worker {worker} {command!r} ended with {code}: {out}{err}"
        return {worker: out.strip() for worker, (out, _, _) in said.items()}

    def as_root(self, text, workers=range(WORKERS)):
        mark = f"/run/day-{next(self.marks)}"
        for worker in workers:
            self.window.cloud(f"workers/{PLACE}/{worker}:run", {
                "script": f"(\n{text}\n)\necho $? >{mark}.new\nmv {mark}.new {mark}\n"})
        self.on(f"until [ -e {mark} ]; do sleep 0.1; done; exit $(cat {mark})", workers)

    def see_theirs(self):
        """Nothing of lin's has been touched."""
        now = self.on(script("theirs"))
        assert now == self.theirs, f"lin has {now}, and had {self.theirs}"


def rows(view, head):
    """The texts of a table or tree with this header; None: it has another one, or is changing."""
    names = [node.name for node in view.walk()][1:]
    for before in (0, 1):  # a table's rows have headers, too, which are not shown and say nothing
        width = before + len(head)
        if names[before:width] == head and len(names) % width == 0:
            return [names[at + before:at + width] for at in range(width, len(names), width)]
    return None


def summary(window):
    return window.part.find(name="Summary").it.description


def write_config(window):
    window.say("1. The ssh config is written")
    wait_for(f"{POD} in the list", lambda: any(POD in n.name for n in window.window.walk()))
    wait_for("the end of the look", lambda: any(
        n.is_enabled() for n in window.window.all(name="Refresh")))
    window.page("SSH")
    write = window.button("Write")
    write.press()
    config = wait_for("the Include in the demo's ~/.ssh/config", lambda: next(
        (path for path in glob.glob(os.path.join(window.home, "*", ".ssh", "config"))
         if "Include" in pathlib.Path(path).read_text(encoding="utf-8")), None))
    wait_for("the write to be done", lambda: not write.is_enabled())
    return config


def open_tpu(window, hands):
    hands.page("Nodes")
    select_node(window, POD)
    hands.press("Who holds the TPU…")
    return dialog(window, f"TPU of {POD}").find(name="Who holds the TPU")


def holding(view):
    """Of each worker the users whose processes hold its TPU."""
    found = alike("")
    for worker, user, *_ in rows(view, HOLDERS) or []:
        if user and worker.isdigit():
            found[int(worker)] = " ".join(sorted([*found[int(worker)].split(), user]))
    return found


def said_of(view):
    """Of each worker what is said besides who holds."""
    return {int(row[0]): row[-1] for row in rows(view, HOLDERS) or []
            if not row[1] and row[0].isdigit()}


def see_wedged(window, hands, pod):
    window.say("2. The pod is wedged, by two users")
    pod.as_root(script("wedge", f"own={pod.own}") + script("held"))
    view = open_tpu(window, hands)
    wished = alike(pod.own, **{
        f"w{FORKED}": f"{pod.own} {pod.own}", f"w{THEIRS}": "lin",
        f"w{SHARED}": " ".join(sorted([pod.own, "lin"]))})
    wait_for(f"holders {wished}", lambda: holding(view) == wished)
    pod.theirs = pod.on(script("theirs"))
    assert "lock " in pod.theirs[THEIRS] and "lock " in pod.theirs[SHARED], pod.theirs
    window.shot("wedged")
    return view


def free(window, hands, pod, view):
    window.say("3. It is freed, but for what is lin's")
    hands.press("Free…")
    plan = wait_for("the plan", lambda: window.part.find(name="What would be done").text())
    lines = plan.splitlines()
    for worker in (THEIRS, SHARED):
        assert any(line.startswith(f"Worker {worker}: leaves lin's eval.py (pid ") for line in lines), plan
    assert not any(line.startswith(f"Worker {THEIRS}: ends") for line in lines), plan
    assert f"Worker {DEAF}: removes {pod.own}'s lock file" in plan, plan
    asked = window.part.find(name="End lin's processes, too (talk to whoever started them first)")
    assert not asked.is_checked()
    window.shot("plan")
    hands.press("End these")
    own = [worker for worker in range(WORKERS) if worker not in (THEIRS, SHARED)]
    wait_for("all of one's own to be freed", lambda: all(
        said_of(view).get(worker, "").startswith("free") for worker in own))
    window.button("Look again")
    said = said_of(view)
    assert "Still held by lin's eval.py" in said.get(SHARED, "") and THEIRS not in said, said
    assert holding(view) == alike("", **{f"w{THEIRS}": "lin", f"w{SHARED}": "lin"}), holding(view)
    window.shot("freed")
    pod.see_theirs()
    pod.on("test ! -e /tmp/libtpu_lockfile", [DEAF])


def verify(window, hands, pod, view):
    window.say("4. She lets go, and all workers answer")
    pod.as_root(script("letgo"), (THEIRS, SHARED))
    hands.press("Look again")
    wait_for("all to be free", lambda: summary(window) == f"{WORKERS} workers · free on {WORKERS}")
    hands.press("Check")

    def are_good():
        said = said_of(view).values()
        are_checked = len(said) == WORKERS and all("Checked: " in text for text in said)
        if are_checked and not all(GOOD in text for text in said):
            hands.press("Check")  # a busy machine's metadata server may be silent for the seconds that it has
        return are_checked and all(GOOD in text and TRIED in text for text in said)
    wait_for(f"{WORKERS} good workers", are_good)
    window.shot("verified")
    hands.press("Close")
    left = pod.on(script("theirs"))  # what holds nothing
    assert all(left[w] in pod.theirs[w].splitlines() for w in left), f"{left} of {pod.theirs}"
    pod.theirs = left


def set_secrets(window):
    window.say("5. Two secrets, for recipes")
    for name in ("deploy", "wandb"):
        window.page("Settings")
        window.button("Set a secret").press()
        box = dialog(window, "Set a secret")
        box.find(role="text", name="Name of the secret").set_text(name)
        wait_for("the field of the secret", lambda b=box: next(
            (n for n in b.all(name="Secret") if n.role != "label"), None)).set_text(f"{PLANTED}-for-{name}")
        window.button("Set").press()
        window.page("Settings")
        window.button(f"Replace {name}")
    window.shot("secrets")


def matrix(window, recipe):
    """Of each worker the verdicts of the steps; None while it is another recipe's."""
    table = window.part.all(name="Verdicts of workers and steps")
    found = rows(table[0], ["Worker", *STEPS[recipe]]) if table else None
    return found and {int(name.removeprefix(f"{POD}:")): " · ".join(words) for name, *words in found}


def see_verdicts(window, recipe, wished):
    wait_for(f"the verdicts {wished}", lambda: matrix(window, recipe) == wished)
    window.button("Apply")  # again, which is after all have ended


def fill_in(window, recipe, values, secret=None):
    choose_recipe(window, window.part.find(role="list", name="Recipes"), recipe)
    for name, value in values.items():
        wait_for(f"the field {name!r}", lambda n=name: next(
            (f for f in window.part.all(name=n) if f.role == "text"), None)).set_text(value)
    if secret:
        parameter, name = secret
        window.part.find(name=f"{parameter}: stored secret").press()
        window.desktop.click(window.window.find(role="list item", name=name))
        wait_for("the secret to be chosen", lambda: not any(
            n.role == "password text" for n in window.part.all(name=parameter)))


def set_up(window, hands, pod):
    window.say("6. Three recipes; one worker fails, is mended and resumes")
    window.page("Run").find(role="page tab", name="Recipe").press()
    hands.fill("Targets", f"{POD} ")
    fill_in(window, "secret-file", {"path": "~/.ssh/deploy"}, ("secret", "deploy"))
    apply_recipe(window, hands, "secret-file")
    see_verdicts(window, "secret-file", alike("changed"))
    assert pod.on("stat -c %a .ssh/deploy") == alike("600")
    commits = pod.on(script("commits"))
    assert commits == alike(commits[0], **{f"w{STALE}": ""}), commits
    fill_in(window, "code", {"url": f"/home/{pod.own}/origin", "commit": commits[0]})
    apply_recipe(window, hands, "code")
    see_verdicts(window, "code", alike("changed · changed", **{f"w{STALE}": "changed · failed"}))
    # The one that failed is shown unasked.
    assert window.part.find(role="label", name="Worker").it.description == f"{POD}:{STALE}"
    assert commits[0] in window.part.find(name=f"Output of {POD}:{STALE}").text()
    window.shot("failed")
    pod.on(script("commits", "mended=1"), [STALE])
    hands.press("Resume")
    see_verdicts(window, "code", alike("changed · changed", **{f"w{STALE}": "so already · changed"}))
    apply_recipe(window, hands, "code")
    see_verdicts(window, "code", alike("so already · so already"))
    assert pod.on("git -C code rev-parse HEAD") == alike(commits[0])
    window.shot("resumed")
    pod.on(r"printf 'machine example.com\n login me\n password mine\n' >.netrc")
    fill_in(window, "wandb-token", {}, ("key", "wandb"))
    apply_recipe(window, hands, "wandb-token")
    see_verdicts(window, "wandb-token", alike("changed"))
    pod.on("test $(stat -c %a .netrc) = 600 && grep -q 'hunter2-plante[d]-for-wandb' .netrc && "
           "grep -q 'password mine' .netrc")
    pod.as_root(script("secret"))
    pod.on("test -e /run/secret-found")  # where it is it is found


def train(window, hands, pod):
    window.say("7. The training runs in tmux on all")
    fill_in(window, "tmux-start", {"command": "exec python3 train.py", "folder": "code"})
    apply_recipe(window, hands, "tmux-start")
    see_verdicts(window, "tmux-start", alike("so already · changed"))
    assert pod.on("tmux list-sessions -F '#{session_name}'") == alike("train")
    pod.as_root(script("held"))
    view = open_tpu(window, hands)
    wait_for("the training to hold all", lambda: re.fullmatch(
        rf"{WORKERS} workers · held by {pod.own}'s train\.py on {WORKERS}, since [^;]*", summary(window)))
    assert holding(view) == alike(pod.own), holding(view)
    window.shot("training")
    hands.press("Close")
    pod.see_theirs()


def hours_up(window):
    said = window.part.find(name="What it has").it.description or ""
    found = re.search(r"Up for (\d+) h", said)
    return found and int(found.group(1))


def load_rows(window):
    return [n.name for n in window.part.find(name="Workers").walk() if n.name.startswith(PLACE)]


def row_of(window, worker):
    return next((name for name in load_rows(window) if name.startswith(f"{PLACE}:{worker}, ")), "")


def watch(window, hands, pod):
    window.say("8. It is watched for an hour, and one worker goes odd")
    pod.as_root(script("load"))
    hands.page("Load")
    hands.fill("Targets", f"{POD} ")
    hands.press("Watch")
    wait_for(f"{WORKERS} busy workers", lambda: all(
        row_of(window, worker).split("\n")[0].endswith(" %") for worker in range(WORKERS)))
    wait_for("none to be unlike the others", lambda: "unlike" not in summary(window))
    hands.choose_row("Workers", f"{PLACE}:{ODD}")
    before = wait_for("how long it is up", lambda: hours_up(window))
    pod.as_root(script("load", "passed=1"))
    odd = ("TPU duty cycle: 0 %; the others of its node: about ",
           "CPU: 3 %; the others of its node: about 60 %.",
           "Memory: 97 %; the others of its node: about 40 %.", "Memory is 97 % full.",
           "the kernel has ended processes (2)")
    wait_for(f"worker {ODD} to be odd", lambda: all(text in row_of(window, ODD) for text in odd))
    wait_for("an hour to have passed", lambda: (hours_up(window) or 0) > before)
    wait_for("it alone to be", lambda: "1 unlike the others" in summary(window))
    names = load_rows(window)
    unlike = [name for name in names if "the others of its node" in name and name.startswith(f"{PLACE}:")]
    assert len(unlike) == 1 and unlike[0].startswith(f"{PLACE}:{ODD}, "), unlike
    assert any(name.startswith(f"{PLACE}, node") and f"{POD}:{ODD} is unlike the others." in name
               for name in names), names
    window.shot("odd")


def take_away(window, hands, pod):
    window.say("9. The secrets are taken away again, with proof")
    for name in ("wandb", "deploy"):
        window.page("Settings")
        window.button(f"Take {name} away from workers").press()
        box = dialog(window, f"Take {name} away from workers")
        hands.press("Take it away")
        wait_for("the proof", lambda: summary(window) == f"Proven to be gone from all {WORKERS} places.")
        places = box.find(name="Where it was put")
        states = [state for *_, state in wait_for("the places", lambda v=places: rows(
            v, ["Worker", "Place", "State"]))]
        assert states == ["removed"] * WORKERS, states
        window.shot(f"{name}-away")
        hands.press("Close")
        window.page("Settings")
        wait_for("nowhere to take it away from", lambda n=name: not window.part.all(
            name=f"Take {n} away from workers"))
    pod.as_root(script("secret"))
    pod.on("test ! -e /run/secret-found && test ! -e .ssh/deploy && grep -q 'password mine' .netrc && "
           "tmux has-session -t =train")  # and the training goes on
    pod.see_theirs()


def read(path):
    """Nothing of what is no file, or gone by now."""
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes() if path.is_file() else b""
    return b""


def environment_of(process):
    """Nothing where the kernel keeps it even from the process's own user, as Podium asks it to."""
    with contextlib.suppress(PermissionError):
        return read(process / "environ")
    return b""


def see_no_secret(window):
    window.say("10. Podium has kept it in no file, and what was done in Activity")
    window.page("Activity")
    for text in ("Freed the TPU on 6 of 7 workers.", "Took wandb away from workers"):
        wait_for(f"{text!r} among the entries", lambda t=text: any(
            t in n.name for n in window.part.walk()))
    process = pathlib.Path(f"/proc/{window.app.pid}")
    files = {path: read(path) for path in (*pathlib.Path(window.home).rglob("*"), process / "cmdline")}
    files[process / "environ"] = environment_of(process)
    assert any(b"Recipe wandb-token" in data for data in files.values()), list(files)
    found = [path for path, data in files.items() if PLANTED.encode() in data]
    assert not found, found


def day(window, _):
    pod = Pod(window, write_config(window))
    hands = Mouse(window)
    view = see_wedged(window, hands, pod)
    free(window, hands, pod, view)
    verify(window, hands, pod, view)
    set_secrets(window)
    set_up(window, hands, pod)
    train(window, hands, pod)
    watch(window, hands, pod)
    take_away(window, hands, pod)
    see_no_secret(window)


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/day", day))
