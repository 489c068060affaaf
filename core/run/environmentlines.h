// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runspec.h"

#include <QFileDevice>
#include <QHash>

#include <functional>
#include <utility>
#include <vector>

namespace podium::run {

/// Puts variables together from lines as docker has them: NAME=VALUE, the value as it stands,
/// without quotes; NAME alone where there is something to take its value from; comments begin with
/// #. No error has a value in it, nor a name that could be one.
class EnvironmentLines final
{
public:
    /// The value of a NAME that stands alone; none: that is a problem.
    using ValueOf = std::function<Result<QByteArray>(const QByteArray &name)>;

    explicit EnvironmentLines(ValueOf valueOf = {}) : m_valueOf(std::move(valueOf)) {}

    /// Goes before all that was read until now, line by line. `where` begins an error: a path.
    [[nodiscard]] Result<> readText(QByteArray text, const QString &where);
    /// The same with one NAME.
    [[nodiscard]] Result<> readName(const QByteArray &name);
    /// Each name once.
    [[nodiscard]] const std::vector<EnvironmentVariable> &variables() const { return m_variables; }

private:
    [[nodiscard]] Result<> readLine(const QByteArray &line);
    void set(const QByteArray &name, const QByteArray &value);

    ValueOf m_valueOf;
    std::vector<EnvironmentVariable> m_variables;
    QHash<QByteArray, std::size_t> m_places; ///< in those, by name
};

/// What to say of a file of variables with these permissions; mostly nothing. Pure.
[[nodiscard]] QString
environmentFileWarning(const QString &path, QFileDevice::Permissions permissions);

} // namespace podium::run
