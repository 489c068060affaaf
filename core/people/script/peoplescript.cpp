// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/script/peoplescript.h"

#include "core/people/script/scripttexts.h"

#include <QString>

namespace podium::people {

namespace {

/// With its length before it, so that the worker's shell can read it off stdin without reading on,
/// and a last word by which it knows that it has come whole.
QByteArray withLength(QByteArray script)
{
    script += "# whole";
    return QByteArray::number(script.size()) + '\n' + script;
}

} // namespace

QByteArray peopleCommand()
{
    // Without a backslash, a line break or a '!', so that csh and fish take it as well. The script
    // goes by stdin and not as an argument: sudo would write all of it to the log each time. Who
    // this is, the shell reads by itself: starting `id` takes longer.
    return "exec /bin/sh -c 'while read -r name real uid rest; do case $name in Uid:) break;; "
           "esac; "
           "done 2>/dev/null </proc/self/status; case ${uid:-$(id -u)} in "
           "0) exec /bin/sh -c \"$1\" podium-people;; esac; "
           "exec sudo -n /bin/sh -c \"$1\" podium-people' podium-people "
           "'read -r size && script=$(head -c \"$size\") && "
           "case $script in *whole) eval \"$script\";; esac'";
}

QByteArray inspectInput()
{
    static const QByteArray input =
        withLength(QByteArray(scripttexts::common) + scripttexts::inspect + "inspect\n");
    return input;
}

QByteArray applyInput(const QByteArray &data)
{
    static const QByteArray script = withLength(
        QByteArray(scripttexts::common) + scripttexts::inspect + scripttexts::account +
        scripttexts::leave + "keys_script=$(cat <<'PODIUM_KEYS'\n" + scripttexts::keys +
        "PODIUM_KEYS\n)\n" + scripttexts::apply);
    return script + data;
}

} // namespace podium::people
