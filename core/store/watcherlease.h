// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/database.h"

#include <QDateTime>
#include <QString>

#include <chrono>

namespace podium::store {

/// A process as another one can recognise it: the machine's start, the process id and when that
/// process began, so that a process id that is used again does not count.
[[nodiscard]] QString thisProcess();
/// Whether it certainly does not run any more; false where that cannot be known.
[[nodiscard]] bool isDead(const QString &process);

/// Who asks the cloud for all Podiums of this person: a row with a time limit. The others read
/// what that one has stored, and take over when it has ended or its time is up.
class WatcherLease final
{
public:
    /// How long it holds without being renewed.
    static constexpr std::chrono::seconds Lasts{30};

    /// `owner`: unique to this holder. `program`: for people, e.g. "podiumctl watch".
    WatcherLease(QString owner, QString process, QString program);

    /// Takes or renews it: true where it is this holder's from now on. `force`: also from one who
    /// has it (that one sees it at its next renewal). Blocks.
    [[nodiscard]] Result<bool> take(Database &database, const QDateTime &now, bool force) const;
    /// Gives it back where it is this holder's. Blocks.
    [[nodiscard]] Result<> release(Database &database) const;
    /// Whether take() would succeed now. Blocks; writes nothing.
    [[nodiscard]] Result<bool> isFree(Database &database, const QDateTime &now) const;

private:
    QString m_owner;
    QString m_process;
    QString m_program;
};

} // namespace podium::store
