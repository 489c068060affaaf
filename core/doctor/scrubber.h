// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace podium::doctor {

/// Takes out of a text what is nobody else's business, for texts that leave this machine: what
/// looks like a secret (as redact() knows them, long random words, what stands after a name like
/// "token" or "passphrase"), the values of this environment's secret variables, email addresses, IP
/// addresses but loopback, and the home folder. Names of projects, zones and nodes stay. What it
/// takes for a secret may be none: it errs on that side. Pure.
class Scrubber final
{
public:
    Scrubber(const QProcessEnvironment &environment, QString home);
    [[nodiscard]] QString scrub(const QString &text) const;

private:
    QStringList m_secrets; ///< values, the longest first
    QString m_home;
};

} // namespace podium::doctor
