#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""completion.py BIN [SCRIPTS]: asks bash, zsh and fish themselves what they complete, with Podium's
scripts, after podiumctl has looked at a demo cloud once and has written the ssh config; then the cloud is
gone. Without SCRIPTS those that are installed, as the shells find them by themselves."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

programs = pathlib.Path(sys.argv[1]).resolve()
scripts = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ""
CASES = [  # a command line, what has to be offered, what must not
    ("podiumctl no", {"nodes"}, {"run"}),
    ("podiumctl ssh-config w", {"write"}, {"diff"}),
    ("podiumctl run --fo", {"--fold"}, {"--jobs"}),
    ("podiumctl run pod", {"pod-v4"}, {"dev-v4"}),
    ("podiumctl run pod-v4:1", {"pod-v4:1"}, {"pod-v4:0"}),
    ("podiumctl people remove a", {"ada"}, {"grace"}),
    ("podiumctl recipe run time", {"timezone"}, {"limits"}),
    ("podiumctl create new-node --then time", {"timezone"}, {"limits"}),
    ("podiumctl nodes --project atl", {"atlas-vision"}, {"lm-pretrain"}),
    ("podiumctl run --script ./own", {"own-script.sh"}, {"nodes"}),
    ("podiumctl copy own", {"own-script.sh"}, {"pod-v4"}),
    ("podiumctl copy own-script.sh po", {"pod-v4"}, {"own-script.sh", "dev-v4"}),
    ("podiumctl copy own-script.sh own", {"own-script.sh"}, {"pod-v4"}),
    ("podiumctl hel", {"help"}, {"nodes"}),
    ("podiumctl help rec", {"recipe", "recipes"}, {"run"}),
    ("podiumctl help people key ", {"add", "remove"}, {"targets"}),
    ("podiumctl ssh-config export --user a", {"ada"}, {"grace"}),
    ("podiumctl activity node:pod", {"node:pod-v4"}, {"node:dev-v4"}),
    ("podiumctl grants remove lm", {"lm-pretrain/2026-11-01"}, {"atlas-vision"}),
]
# The shell's own completion of ssh, by what was written.
SSH_CASES = [("ssh pod-v4-", {"pod-v4-1", "pod-v4-3"}, {"dev-v4"}), ("ssh dev", {"dev-v4"}, {"pod-v4-1"})]
BASH = """
. /usr/share/bash-completion/bash_completion
program=${2%% *}
if [[ $1 && $program == podiumctl ]]; then
    . "$1/podiumctl.bash"
else # as at the first Tab behind a command
    $(complete -p -D | sed 's/.*-F \\([^ ]*\\) .*/\\1/') "$program" "${2##* }" "$program"
fi
COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9 COMP_KEY=9
read -ra COMP_WORDS <<<"$2"
[[ $2 == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; } # only a real completion has options
$(complete -p "$program" | sed 's/.*-F \\([^ ]*\\) .*/\\1/') "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
# zsh completes at a terminal only; what its own compadd gets is written down there.
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $3 ${(q)1}"
zpty -w -n shell "$2"$'\\t'
local line
while zpty -r shell line && [[ $line != *END-OF-HITS* ]]; do :; done
zpty -d shell
cat $4
"""
ZSH_INSIDE = """
[[ $1 ]] && fpath=($1 $fpath)
autoload -Uz compinit && compinit -u -D
[[ $1 ]] && compdef _podiumctl podiumctl
bindkey '^I' complete-word
zstyle ':completion:*' verbose no
compadd() {
    local -a hits
    builtin compadd -O hits "$@"
    print -rl -- $hits >>"$HITS"
    builtin compadd "$@"
}
comppostfuncs=(hits-end)
hits-end() { print END-OF-HITS }
"""


def offered(shell, line, home):
    if shell == "bash":
        command = ["bash", "--norc", "-c", BASH, "bash", str(scripts), line]
    elif shell == "fish":
        source = f'source "{scripts}/podiumctl.fish"; ' if scripts else ""
        command = ["fish", *(["--no-config"] if scripts else []), "-c", f'{source}complete -C "{line}"']
    else:
        inside, hits = home / "inside.zsh", home / "hits"
        inside.write_text(ZSH_INSIDE, encoding="utf-8")
        hits.write_text("", encoding="utf-8")
        os.environ["HITS"] = str(hits)
        command = ["zsh", "-f", "-c", ZSH, "zsh", str(scripts), line, str(inside), str(hits)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=home, check=False)
    words = {word.split("\t")[0].strip().removeprefix("./") for word in said.stdout.splitlines()}
    # To bash a colon begins a new word: it puts what it is offered behind the last one.
    before = "".join(line.split(" ")[-1].rpartition(":")[:2]) if shell == "bash" else ""
    return {before + word for word in words if word}, said.stderr


def look_once(home):
    """One look at a demo cloud, its ssh config, somebody on the roster, and a TPU grant."""
    (home / "own-script.sh").touch()
    with subprocess.Popen(["podium-sim", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as cloud:
        environment = {**os.environ, **json.loads(cloud.stdout.readline())["env"]}
        subprocess.run(["podiumctl", "nodes"], env=environment, check=True, stdout=subprocess.DEVNULL)
        for login in ("ada", "grace"):
            key = home / login
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
            subprocess.run(["podiumctl", "people", "add", login, "--key", f"{key}.pub"], env=environment,
                           check=True, stdout=subprocess.DEVNULL)
        for words in (["ssh-config", "write"], ["grants", "add", "--project", "lm-pretrain", "--from", "2026-11-01",
                      "--days", "90", "--row", "64 spot v6e chips europe-west4-a", "--yes"]):
            subprocess.run(["podiumctl", *words], env=environment, check=True, stdout=subprocess.DEVNULL)
        cloud.stdin.close()


def main():
    faults, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        for name in [name for name in os.environ if name.startswith(("XDG_", "CLOUDSDK_", "GOOGLE_", "PODIUM_"))]:
            del os.environ[name]
        os.environ.update(HOME=folder, PATH=f"{programs}:{os.environ['PATH']}", TERM="dumb")
        look_once(home)
        for shell in ("bash", "zsh", "fish"):
            for line, wanted, unwanted in CASES + (SSH_CASES if shell == "bash" else []):
                words, complaints = offered(shell, line, home)
                count += 1
                if not wanted <= words or unwanted & words:
                    faults.append(f"{shell}: {line!r} offers {sorted(words)[:20]} {complaints.strip()[:300]}")
    print("\n".join(faults))
    print(f"completion: {count} asked, {len(faults)} wrong")
    return 1 if faults or not count else 0


sys.exit(main())
