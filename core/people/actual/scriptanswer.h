// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/people/actual/actualstate.h"
#include "core/remote/record.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace podium::people {

/// One thing that the worker's script did, left alone, or could not do.
struct ScriptLine
{
    enum class Kind {
        Step, ///< something was changed
        Note, ///< something was left, for a reason
        Fail, ///< something could not be done; the rest of that account was not tried
        Fine, ///< the account is as it should be
    };
    Kind kind = Kind::Step;
    QString login;  ///< empty: about the worker
    QString code;   ///< the script's word, e.g. "created", "keys"
    QString detail; ///< the script's further words; may be the worker's text
    bool operator==(const ScriptLine &) const = default;
};

/// The script's line, or nothing where it is another kind of record.
[[nodiscard]] std::optional<ScriptLine> readScriptLine(const remote::Record &record);

/// Whose account it says was made, if it does.
[[nodiscard]] std::optional<UserName> loginMade(const ScriptLine &line);

/// For a person: "user1: the account was made."
[[nodiscard]] QString sentence(const ScriptLine &line);

/// All that a worker answered to the script.
struct ScriptAnswer
{
    bool isApply = false; ///< it was to change something, and read its orders
    std::vector<ScriptLine> lines;
    std::shared_ptr<const ActualWorker> found; ///< what is now; may be null
    std::optional<Error> error;                ///< why there is no `found`, or not all was done

    [[nodiscard]] int count(ScriptLine::Kind kind) const;
};

/// Somebody whose account it made.
struct AccountMade
{
    UserName login;
    bool isWhole = true; ///< and all that belongs to it; else something of that could not be done
    bool operator==(const AccountMade &) const = default;
};
[[nodiscard]] std::vector<AccountMade> accountsMade(const ScriptAnswer &answer);

/// Of whose accounts something could not be done.
[[nodiscard]] QStringList loginsThatFailed(const ScriptAnswer &answer);

/// `errors`: what came on stderr; `status`: with which the command exited; `pool`: see
/// parseFound().
[[nodiscard]] ScriptAnswer readScriptAnswer(
    const WorkerRef &worker, const QByteArray &output, const QByteArray &errors, int status,
    AccountPool *pool = nullptr);

} // namespace podium::people
