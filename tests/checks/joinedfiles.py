# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""What the checks that read the programs' own files through a compiler share: files of a target, some of them
in one file that includes them. What the libraries' headers cost is then paid once for all of those."""
import concurrent.futures
import json
import os
import re
import shlex
import sys
import tempfile


def is_own(path, folder):
    return (re.search(r"/(core|widgets|app)/", path)
            and not path.startswith(os.path.join(folder, "tests"))
            and not re.search(r"/(mocs_compilation|qrc_|cmake_pch)|[.]pb[.]cc$", path))


def targets(folder):
    """The own files of each target of the build in `folder`, with the words of the command that compiles one
    of them, without its input and output."""
    found = {}
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    for entry in entries:
        words = shlex.split(entry["command"])
        output = words.index("-o")
        source = entry["file"]
        if is_own(source, folder):
            target = re.sub(r"[.]dir/.*", "", words[output + 1])
            rest = words[:output] + words[output + 2:]
            found.setdefault(target, ([], [w for w in rest if w not in ("-c", source)]))[0].append(source)
    return found


def together(found):
    """The rooms of core as one target, and those of widgets, as far as they are compiled alike but for what they
    include and define. (joined.py sees to it that their files can be joined.) The models are three libraries of one
    namespace, with short names for what others call alike: each by itself."""
    merged = {}
    for target, (sources, command) in found.items():
        places, rest = [], []
        words = iter(command)
        for word in words:
            if word == "-isystem":
                places.append((word, next(words)))
            elif word.startswith(("-I", "-D")):
                places.append((word,))
            else:
                rest.append(word)
        top = target.split("/")[0]
        name = top if top in ("core", "widgets") and not target.startswith("core/models/") else target
        every, known, _ = merged.setdefault((name, *rest), ([], {}, rest))
        every += sources
        known.update(dict.fromkeys(places))  # in their order, each once
    return {key: (every, [rest[0], *(word for place in known for word in place), *rest[1:]])
            for key, (every, known, rest) in merged.items()}


def joined(source):
    """What a file of the build joins, without what moc made: newer versions of CMake join that, too, and it is
    there only where the target was built."""
    if os.path.basename(os.path.dirname(source)) != "Unity":
        return [source]
    with open(source, encoding="utf-8") as file:
        names = re.findall(r'^#include "(.*)"', file.read(), re.MULTILINE)
    return [name for name in names if "/mocs_compilation" not in name]


def including(sources, place):
    """The path of a file in `place` that includes `sources`."""
    name = re.sub(r"[^A-Za-z0-9]+", "_", "_".join(os.path.relpath(s, place) for s in sources[:1]))
    path = os.path.join(place, f"{name}_{len(sources)}.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f'#include "{name}"\n' for source in sources for name in joined(source))
    return path


def batches(found, most, without):
    """(sources, command without them) of all files of these targets but those `without`: up to `most` sources of
    one target each, which join a dozen files each, or two; the longest first."""
    made = []
    for every, command in found.values():
        sources = [source for source in every if source not in without]
        for first in range(0, len(sources), most):
            # What one file calls as another of the target does is the business of the build.
            made.append((sources[first:first + most], [*command, "-Wno-shadow"]))
    return sorted(made, key=lambda each: -len(each[0]))


def check_all(name, folder, found, read, jobs, most, without=()):
    """Prints what read(FILE, COMMAND), which gives exit status and text, has to say of all files of these targets of
    the build in `folder`, see batches(), and ends with 1 where that is anything. `jobs`: how many at once, as a word;
    none: as many as there are cores."""
    def check(place, sources, command):
        code, text = read(including(sources, place), command)
        if (code != 0 or text) and len(sources) > 1:
            # A fault; or they use namespaces that do not go together, and each is good.
            results = [read(including([source], place), command) for source in sources]
            return max(code for code, _ in results), "".join(text for _, text in results)
        return code, text

    made = batches(found, most, without)
    if sum(len(sources) for sources, _ in made) < 30:
        sys.exit(f"{name}: too few files in {folder}")
    faults = 0
    with tempfile.TemporaryDirectory(dir=folder) as place:
        with concurrent.futures.ThreadPoolExecutor(int(jobs[0]) if jobs else os.cpu_count()) as pool:
            for code, text in pool.map(lambda each: check(place, *each), made):
                if code != 0 or text:
                    faults += 1
                    print(text)
    print(f"{name}: {len(made)} batches of files, {faults} with faults")
    sys.exit(1 if faults else 0)
