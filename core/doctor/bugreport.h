// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/doctor/finding.h"
#include "core/doctor/scrubber.h"

#include <QStringList>

namespace podium::doctor {

/// What a report of a fault is made of. Each line is scrubbed when it becomes one.
struct ReportFacts
{
    QStringList versions; ///< "Podium: 0.1.0", a line each
    Findings findings;
    QStringList settings; ///< "ssh.port: 22", a line each; without values that could be secret
    QString log;          ///< its last lines
};

/// Kernel, system, Qt and the like: what a fault may depend on, a line each. Names nobody.
[[nodiscard]] QStringList systemVersions(const QProcessEnvironment &environment);
/// The last lines of a log; what is wrong with the file, as text, where it cannot be read. Blocks.
[[nodiscard]] QString logEnd(const QString &file);

/// The report as one plain text, to be shown before it goes anywhere. Pure.
[[nodiscard]] QString bugReport(const ReportFacts &facts, const Scrubber &scrubber);
/// Writes it into a new file, mode 0600; whole, or there is none. AlreadyExists where there is one
/// of that name. Blocks.
[[nodiscard]] Result<> saveBugReport(const QString &file, const QString &report);

} // namespace podium::doctor
