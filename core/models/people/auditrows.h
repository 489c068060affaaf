// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// One key of one account of one worker, or an account without keys.
struct AuditRow
{
    WorkerRef worker;
    QString login;
    QString keeper; ///< Podium, Google, or nobody
    QString person; ///< whose key that is by the roster; empty: nobody's there
    bool canBeRoot = false;
    QString key; ///< fingerprint; empty: no key
    QString comment;
    QString until;
    QString lastLogin;
    QStringList remarks; ///< what is wrong or worth knowing

    /// As auditHeaders().
    [[nodiscard]] QStringList texts() const;
};

[[nodiscard]] QStringList auditHeaders();

/// All that was found on the workers that were looked at. Pure but for the service's state.
[[nodiscard]] std::vector<AuditRow> auditRows(const people::PeopleService &service);

/// RFC 4180, UTF-8; a text that a spreadsheet would take for a formula gets a "'" before it.
[[nodiscard]] QByteArray auditToCsv(const std::vector<AuditRow> &rows);
[[nodiscard]] QByteArray auditToJson(const std::vector<AuditRow> &rows);

} // namespace podium::models
