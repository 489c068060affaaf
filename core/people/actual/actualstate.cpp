// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/actual/actualstate.h"

#include <algorithm>

namespace podium::people {

const ActualAccount *ActualWorker::find(const QString &login) const
{
    const auto found = std::lower_bound(
        accounts.begin(), accounts.end(), login,
        [](const auto &account, const QString &l) { return account->login < l; });
    return found != accounts.end() && (*found)->login == login ? found->get() : nullptr;
}

bool ActualWorker::usesOsLogin() const
{
    return sshd.value(QStringLiteral("authorizedkeyscommand"))
        .contains(QLatin1String("google_authorized_keys"));
}

} // namespace podium::people
