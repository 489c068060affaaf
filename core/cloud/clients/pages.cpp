// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/clients/pages.h"

#include <utility>

namespace podium::cloud {

namespace {

constexpr int MostPages = 1000;

} // namespace

Pages::Pages(QString action, QString subject)
    : m_action(std::move(action))
    , m_subject(std::move(subject))
{}

void Pages::addTo(ApiQuery &query) const
{
    if (!m_token.isEmpty()) {
        query.append({QStringLiteral("pageToken"), m_token});
    }
}

Result<bool> Pages::next(const QString &token)
{
    const bool isLast = token.isEmpty();
    if (!isLast && (token == m_token || ++m_count >= MostPages)) {
        return failure(
            {ErrorKind::Protocol,
             QStringLiteral("Cannot %1.").arg(m_action),
             QStringLiteral("The list has no end: a page names itself as the next one, or there "
                            "are more than %1 pages.")
                 .arg(MostPages),
             {},
             m_subject});
    }
    m_token = token;
    return !isLast;
}

} // namespace podium::cloud
