// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/people/roster/collaborator.h"

#include <QJsonArray>
#include <QJsonObject>

#include <optional>

namespace podium::people {

/// Reads a JSON object of the roster member by member, as if a stranger had written it. The first
/// member that is wrong, or that nobody asked for, is what finish() tells.
class RosterReader final
{
public:
    /// `where`: how messages call the object.
    RosterReader(QJsonObject object, QString where)
        : m_object(std::move(object))
        , m_where(std::move(where))
    {}

    [[nodiscard]] QString text(const QString &name);
    [[nodiscard]] bool flag(const QString &name);
    /// Must say its time zone: without one it would mean something else on each machine.
    [[nodiscard]] std::optional<QDateTime> time(const QString &name);
    [[nodiscard]] std::optional<UserName> login(const QString &name);
    [[nodiscard]] std::optional<PublicKey> key(const QString &text);
    [[nodiscard]] QStringList texts(const QString &name);
    [[nodiscard]] QJsonArray array(const QString &name);

    void complain(const QString &name, const QString &what);
    /// The first complaint; a member that nobody took is one too.
    [[nodiscard]] std::optional<Error> finish();

private:
    QJsonObject m_object;
    QString m_where;
    std::optional<Error> m_error;
};

/// "2026-12-31T23:59:59Z".
[[nodiscard]] QString timeToJson(const QDateTime &time);

} // namespace podium::people
