// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/peoplescript.h"

#include "core/people/scripttexts.h"

#include <QString>

namespace podium::people {

namespace {

/// In one line, so that the worker's shell can read it off stdin without reading on.
QByteArray asLine(const QByteArray &script)
{
    return script.toBase64() + '\n';
}

} // namespace

QByteArray peopleCommand()
{
    // Without a backslash, a line break or a '!', so that csh and fish take it as well. The script
    // goes by stdin and not as an argument: sudo would write all of it to the log each time.
    return "exec /bin/sh -c 'case $(id -u) in 0) exec /bin/sh -c \"$1\" podium-people;; esac; "
           "exec sudo -n /bin/sh -c \"$1\" podium-people' podium-people "
           "'IFS= read -r script && eval \"$(printf %s \"$script\" | base64 -d)\"'";
}

QByteArray inspectInput()
{
    static const QByteArray line =
        asLine(QByteArray(scripttexts::common) + scripttexts::inspect + "inspect\n");
    return line;
}

QByteArray applyInput(const QByteArray &data)
{
    static const QByteArray line = asLine(
        QByteArray(scripttexts::common) + scripttexts::inspect + scripttexts::account +
        scripttexts::leave + "keys_script=$(cat <<'PODIUM_KEYS'\n" + scripttexts::keys +
        "PODIUM_KEYS\n)\n" + scripttexts::apply);
    return line + data;
}

} // namespace podium::people
