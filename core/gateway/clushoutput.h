// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <optional>

namespace podium::gateway {

/// Puts together what clush prints, line by line: what each worker said, and how it ended. A line
/// may hold any bytes; only a worker's own words can be made up by it. Pure.
class ClushOutput final
{
public:
    void read(const QByteArray &line);
    /// clush itself said that it failed there: why, plain text. Nothing is no proof of anything.
    [[nodiscard]] std::optional<QString> failureOf(std::size_t worker) const;
    /// clush's own words about itself, the last of them; mostly empty.
    [[nodiscard]] const QString &complaint() const { return m_complaint; }

private:
    void readOwn(const QByteArray &text);

    QHash<qulonglong, QString> m_words;    ///< what was said last, scp's repetitions left out
    QHash<qulonglong, QString> m_failures; ///< clush's own sentence
    QString m_complaint;
};

} // namespace podium::gateway
