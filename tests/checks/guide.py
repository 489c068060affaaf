#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails where README or a page of docs/ says what is not there: a link or a picture that leads nowhere, a
picture that the tour does not make, a page of the guide that its list lacks, a block of code of the guide
that no test runs, a message or a label of the window that no source has. (tst_ctlpages runs the commands.)"""
import ast
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
guide = root / "docs/guide"
PAGES = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```.*?^```", re.M | re.S)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
LABEL = re.compile(r"(?<![*\w])\*{1,2}([^*]+?)\*{1,2}(?![*\w])")
# Of these tst_ctlpages runs nothing: code that is indented, or fenced in another way.
NOT_RUN = re.compile(r"^\s*$\n(?: {4}|\t)\S.*|^ *~~~.*|^ +```.*", re.M)
LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
GAP = re.compile(r'"\s*"')
faults = []


def read(path):
    return path.read_text(encoding="utf-8")


def anchors(page):
    """As they are made of headings."""
    heads = re.findall(r"^#+ (.*)$", BLOCK.sub("", read(page)), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def check_links(page):
    for target in LINK.findall(CODE.sub("", BLOCK.sub("", read(page)))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            faults.append(f"{page.relative_to(root)}: {target} is not there")
        elif anchor and anchor not in anchors(file):
            faults.append(f"{page.relative_to(root)}: {path} has no part {anchor!r}")


def check_blocks():
    for page in sorted(guide.glob("*.md")):
        faults.extend(f"{page.name}: nobody runs {found.strip()!r}; put it between lines of ```"
                      for found in NOT_RUN.findall(BLOCK.sub("", read(page))))


def check_pictures():
    tree = ast.parse(read(root / "tests/e2e/tour.py"))
    tables = {node.targets[0].id: node.value for node in tree.body
              if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    made = {*ast.literal_eval(tables["PICTURES"]).values(), *ast.literal_eval(tables["MOVING"])}
    shown = {pathlib.PurePath(target).stem for page in PAGES for target in LINK.findall(read(page))
             if "images/" in target}
    faults.extend(f"no page shows the picture {name}" for name in sorted(made - shown))
    faults.extend(f"the tour does not make the picture {name}" for name in sorted(shown - made))


def check_list_of_pages():
    listed = set(LINK.findall(read(guide / "README.md")))
    faults.extend(f"the guide's list lacks {page.name}" for page in sorted(guide.glob("*.md"))
                  if page.name not in listed | {"README.md"})


def texts():
    """All literals of the programs, those in pieces joined, without marks of mnemonics. What a call of an API
    does, as its client says it, is "Cannot …" when it fails."""
    found = set()
    for top in ("core", "widgets", "app"):
        for file in (root / top).rglob("*"):
            if file.suffix in (".cpp", ".h") and "podium-sim" not in file.parts:
                for text in LITERAL.findall(GAP.sub("", read(file))):
                    found.add(text.replace('\\"', '"').replace("&", ""))
                    if file.parent.name == "clients":
                        found.add("Cannot " + text)
    return found


def check_messages(known):
    rows = [line.split("|")[1].strip() for line in read(guide / "troubleshooting.md").splitlines()
            if re.match(r"\| [^|]+\|[^|]+\|[^|]+\|$", line)]
    messages = [row for row in rows if row != "message"]
    for message in messages:
        said = re.compile(".{0,40}".join(map(re.escape, message.split("…"))))
        if not any(said.search(text) for text in known):
            faults.append(f"troubleshooting.md: no source says {message!r}")
    return len(messages)


def check_labels(known):
    count = 0
    for page in sorted(guide.glob("*.md")):
        for label in LABEL.findall(CODE.sub("", BLOCK.sub("", read(page)))):
            count += 1
            label = " ".join(label.split())
            if label not in known:
                faults.append(f"{page.name}: nothing in the window is called {label!r}")
    return count


for each in PAGES:
    check_links(each)
check_blocks()
check_pictures()
check_list_of_pages()
literals = texts()
messages, labels = check_messages(literals), check_labels(literals)
print("\n".join(faults))
print(f"guide: {len(PAGES)} pages, {messages} messages, {labels} labels, {len(faults)} faults")
sys.exit(1 if faults or not messages or not labels else 0)
