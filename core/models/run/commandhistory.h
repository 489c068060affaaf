// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace podium::models {

/// The commands that were run, newest last, and where in them an editor stands. What was being
/// typed is kept while looking back, and comes again after the newest. A value.
class CommandHistory final
{
public:
    static constexpr int Limit = 500;

    CommandHistory() = default;
    explicit CommandHistory(const QStringList &commands);

    [[nodiscard]] const QStringList &commands() const { return m_commands; }
    /// Puts a command at the end (once: an older equal one goes) and stands behind it.
    void add(const QString &command);

    /// The one before, or a null text at the oldest. `typed` is what stands in the editor now.
    [[nodiscard]] QString previous(const QString &typed);
    /// The one after, at last what was typed; a null text when already there.
    [[nodiscard]] QString next();

private:
    QStringList m_commands;
    int m_place = 0; ///< index into m_commands; its size: the editor's own text
    QString m_typed;
};

} // namespace podium::models
