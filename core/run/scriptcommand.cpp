// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/scriptcommand.h"

#include "core/ssh/shellquote.h"

#include <QString>

namespace podium::run {

namespace {

/// $0: the file's name; $1: the interpreter; $2: its argument, or nothing; $3: the script. It is
/// run by name, so it needs no x bit and works where /tmp is mounted noexec. The signals are the
/// script's to obey; the shell stays to tidy up.
constexpr const char *Runner = R"(d=$(mktemp -d "${TMPDIR:-/tmp}/podium-script.XXXXXX") || exit 126
trap "rm -rf \"$d\"" EXIT
trap : HUP INT TERM
printf %s "$3" > "$d/$0" || exit 126
if [ -n "$2" ]; then "$1" "$2" "$d/$0"; else "$1" "$d/$0"; fi)";

QByteArray fileNameOf(const QByteArray &name)
{
    const QByteArray base = name.mid(name.lastIndexOf('/') + 1);
    return base.isEmpty() || base == "." || base == ".." ? QByteArrayLiteral("script") : base;
}

} // namespace

QByteArray scriptCommand(const QByteArray &script, const QByteArray &name)
{
    // With a zero byte in it no shell could be given it: whoever sends it says so.
    if (!script.startsWith("#!") || script.contains('\0')) {
        return script;
    }
    // As the kernel has it: a program, and the rest of the line as one argument.
    const QByteArray line = script.mid(2, script.indexOf('\n') - 2).simplified();
    const int space = line.indexOf(' ');
    const QByteArray interpreter = space < 0 ? line : line.left(space);
    if (interpreter.isEmpty()) {
        return script;
    }
    QByteArray command = "exec /bin/sh -c " + ssh::shellQuote(Runner);
    for (const QByteArray &word :
         {fileNameOf(name), interpreter, space < 0 ? QByteArray() : line.mid(space + 1), script}) {
        command += ' ' + ssh::shellQuote(word);
    }
    return command;
}

} // namespace podium::run
