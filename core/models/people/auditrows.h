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
    std::vector<WorkerRef> unchecked; ///< who can log in there is not known
    people::Roster roster;
};

/// Of which workers an audit tells, and of which it cannot.
struct AuditScope
{
    int checked = 0;
    std::vector<WorkerRef> unchecked;
    /// "On 1 of 111 workers; 110 not checked."; empty where all were checked.
    [[nodiscard]] QString text() const;
};

/// What is known of all running workers.
[[nodiscard]] AuditFacts auditFacts(const people::PeopleService &service);

/// All that was found on them, by worker. Pure; may run on any thread.
[[nodiscard]] std::vector<AuditRow> auditRows(const AuditFacts &facts);

/// RFC 4180, UTF-8; a text that a spreadsheet would take for a formula gets a "'" before it. Each
/// worker that was not checked has a row that says so, and nothing else.
[[nodiscard]] QByteArray
auditToCsv(const std::vector<AuditRow> &rows, const std::vector<WorkerRef> &unchecked);
/// With such an object for each of them, too.
[[nodiscard]] QByteArray
auditToJson(const std::vector<AuditRow> &rows, const std::vector<WorkerRef> &unchecked);

} // namespace podium::models
