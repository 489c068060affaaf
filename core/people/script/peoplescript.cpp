// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/script/peoplescript.h"

#include "core/people/script/scripttexts.h"
#include "core/remote/script.h"
#include "core/ssh/shellquote.h"

namespace podium::people {

QByteArray peopleCommand()
{
    return remote::scriptCommand(remote::Rights::Root) + " podium-people";
}

QByteArray inspectInput()
{
    static const QByteArray input = remote::scriptInput(
        {QByteArray(scripttexts::common) + scripttexts::inspect + "inspect\n"}, {});
    return input;
}

QByteArray applyInput(const QByteArray &data)
{
    static const remote::Script script{
        QByteArray(scripttexts::common) + scripttexts::inspect + scripttexts::account +
        scripttexts::leave + "keys_script=" + ssh::shellQuote(scripttexts::keys) + '\n' +
        scripttexts::apply};
    return remote::scriptInputOfLines(script, data);
}

} // namespace podium::people
