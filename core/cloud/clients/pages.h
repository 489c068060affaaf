// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/http/apiendpoints.h"

#include <QString>

namespace podium::cloud {

/// The pages of one listing, each of which names the next one. A list that ends too early would be
/// taken for the whole, and what is missing in it for gone: pages without an end are an error.
class Pages final
{
public:
    Pages() = default;
    /// What the calls do and to what, as ApiRequest's action and subject.
    Pages(QString action, QString subject);

    [[nodiscard]] const QString &action() const { return m_action; }
    [[nodiscard]] const QString &subject() const { return m_subject; }
    /// Adds to a request's query which page is asked for; nothing for the first one.
    void addTo(ApiQuery &query) const;
    /// Goes on to the page that an answer names; false: there is none after it.
    /// ErrorKind::Protocol: the page names itself, or there are more of them than a service has.
    [[nodiscard]] Result<bool> next(const QString &token);

private:
    QString m_action;
    QString m_subject;
    QString m_token;
    int m_count = 0;
};

} // namespace podium::cloud
