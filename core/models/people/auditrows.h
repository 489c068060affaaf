// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace podium::models {

/// One key of one account of one worker, or an account without keys.
struct AuditRow
{
    WorkerRef worker;
    QString login;
    QString reconciler; ///< Podium, Google, or nobody
    QString person;     ///< whose key that is by the roster; empty: nobody's there
    bool canBeRoot = false;
    QString key; ///< fingerprint; empty: no key
    QString comment;
    QString until;
    QString lastLogin;
    QStringList remarks; ///< what is wrong or worth knowing

    static constexpr int columns = 10;
    /// As auditHeaders().
    [[nodiscard]] QString text(int column) const;
};

[[nodiscard]] QStringList auditHeaders();

/// What an audit is made of.
struct AuditFacts
{
    std::vector<std::pair<WorkerRef, std::shared_ptr<const people::ActualWorker>>> workers;
    people::Roster roster;
};

/// All workers that were looked at.
[[nodiscard]] AuditFacts auditFacts(const people::PeopleService &service);

/// All that was found on them, by worker. Pure; may run on any thread.
[[nodiscard]] std::vector<AuditRow> auditRows(const AuditFacts &facts);

/// RFC 4180, UTF-8; a text that a spreadsheet would take for a formula gets a "'" before it.
[[nodiscard]] QByteArray auditToCsv(const std::vector<AuditRow> &rows);
[[nodiscard]] QByteArray auditToJson(const std::vector<AuditRow> &rows);

} // namespace podium::models
