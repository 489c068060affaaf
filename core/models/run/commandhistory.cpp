// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/commandhistory.h"

namespace podium::models {

CommandHistory::CommandHistory(const QStringList &commands)
{
    for (const QString &command : commands) {
        add(command);
    }
}

void CommandHistory::add(const QString &command)
{
    if (!command.trimmed().isEmpty()) {
        m_commands.removeAll(command);
        m_commands.append(command);
        if (m_commands.size() > Limit) {
            m_commands.removeFirst();
        }
    }
    m_place = m_commands.size();
    m_typed.clear();
}

QString CommandHistory::previous(const QString &typed)
{
    if (m_place == 0) {
        return {};
    }
    if (m_place == m_commands.size()) {
        m_typed = typed;
    }
    --m_place;
    return m_commands.at(m_place);
}

QString CommandHistory::next()
{
    if (m_place >= m_commands.size()) {
        return {};
    }
    ++m_place;
    if (m_place < m_commands.size()) {
        return m_commands.at(m_place);
    }
    return m_typed.isNull() ? QLatin1String("") : m_typed;
}

} // namespace podium::models
