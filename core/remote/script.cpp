// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/script.h"

#include "core/remote/scripttexts.h"

namespace podium::remote {

namespace {

// Neither can be in data: dataLine() lets no # through.
constexpr const char *EndOfScript = "#end of script\n";
constexpr const char *EndOfData = "#end of data";

} // namespace

QByteArray scriptReader()
{
    // All of stdin at once: some `head -c` read on, and what they have read is lost. A program
    // that loads no locale starts in less time, and the script has none either.
    return R"sh(export LC_ALL=C; all=$(cat) && case $all in *"#end of data") )sh"
           R"sh(eval "${all%%"#end of script"*}";; *) exit "${1:-75}";; esac)sh";
}

QByteArray scriptCommand(Rights rights)
{
    // Without a backslash, a line break or a '!', so that csh and fish take it as well. The script
    // goes by stdin and not as an argument: sudo would write all of it to the log each time.
    const QByteArray reader = "'" + scriptReader() + "'";
    if (rights == Rights::Login) {
        return "exec /bin/sh -c " + reader + " podium-remote";
    }
    // sudo is not asked first whether it would: it takes as long as all the rest. Where it refuses
    // (1) or is not there (126, 127) it has read nothing of stdin; where the script itself ended
    // so, the second one finds nothing to read, does nothing, and ends so too. Who owns / needs no
    // sudo.
    return R"sh(exec /bin/sh -c 'export LC_ALL=C; [ -O / ] 2>/dev/null || { )sh"
           R"sh(sudo -n /bin/sh -c "$1" podium-remote; ended=$?; )sh"
           R"sh(case $ended in 1|126|127) ;; *) exit $ended;; esac; }; )sh"
           R"sh(exec /bin/sh -c "$1" podium-remote $ended' podium-remote )sh" +
           reader;
}

ssh::KeptShellText keptShellText(const Script &script)
{
    // Where sudo refuses it has read nothing of stdin, as above. A shell has read all of it before
    // it ends.
    const QByteArray shell =
        script.rights == Rights::Login
            ? QByteArrayLiteral("exec /bin/sh -s podium-remote")
            : QByteArrayLiteral(
                  R"sh(exec /bin/sh -c 'export LC_ALL=C; [ -O / ] 2>/dev/null || { )sh"
                  R"sh(sudo -n /bin/sh -s podium-remote; ended=$?; )sh"
                  R"sh(case $ended in 1|126|127) ;; *) exit $ended;; esac; }; )sh"
                  R"sh(exec /bin/sh -s podium-remote')sh");
    QByteArray text = "all='";
    text += EndOfScript;
    text += EndOfData;
    text += "'\n";
    text += scripttexts::common;
    text += script.text;
    text += scripttexts::end;
    return {shell, text};
}

QByteArray scriptInput(const Script &script, const std::vector<Record> &data)
{
    QByteArray lines;
    for (const Record &record : data) {
        lines += dataLine(record);
    }
    return scriptInputOfLines(script, lines);
}

QByteArray scriptInputOfLines(const Script &script, const QByteArray &dataLines)
{
    QByteArray input = scripttexts::common;
    input += script.text;
    input += scripttexts::end;
    input += EndOfScript;
    input += dataLines;
    input += EndOfData;
    return input;
}

} // namespace podium::remote
