// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/environmentlines.h"

#include "core/run/sentcommand.h"

#include <utility>

namespace podium::run {

namespace {

Error lineProblem(const QString &summary, const QString &hint = {})
{
    return {ErrorKind::InvalidArgument, summary, {}, hint};
}

} // namespace

Result<> EnvironmentLines::readText(QByteArray text, const QString &where)
{
    if (text.startsWith("\xef\xbb\xbf")) {
        text.remove(0, 3); // the mark that some editors begin with
    }
    const QList<QByteArray> lines = text.split('\n');
    for (int i = 0; i < lines.size(); ++i) {
        QByteArray line = lines[i];
        if (line.endsWith('\r')) {
            line.chop(1);
        }
        while (line.startsWith(' ') || line.startsWith('\t')) {
            line.remove(0, 1);
        }
        if (line.isEmpty() || line.startsWith('#')) {
            continue;
        }
        if (auto isRead = readLine(line); !isRead) {
            Error error = std::move(isRead.error());
            error.summary =
                QStringLiteral("%1, line %2: %3").arg(where, QString::number(i + 1), error.summary);
            return failure(error);
        }
    }
    return {};
}

Result<> EnvironmentLines::readLine(const QByteArray &line)
{
    const int equals = line.indexOf('=');
    if (equals < 0) {
        return readName(line.trimmed());
    }
    const QByteArray name = line.left(equals);
    if (!isVariableName(name)) {
        return failure(
            lineProblem(QStringLiteral("The name before the = must be letters, digits and "
                                       "_, with no digit first.")));
    }
    set(name, line.mid(equals + 1));
    return {};
}

Result<> EnvironmentLines::readName(const QByteArray &name)
{
    if (!m_valueOf) {
        // Not the name: it could be a value that was typed or broken into a line of its own.
        return failure(lineProblem(
            QStringLiteral("There is no = in it."),
            QStringLiteral("Write NAME=value: a name alone has no value here.")));
    }
    if (!isVariableName(name)) {
        return failure(badVariableName());
    }
    const Result<QByteArray> value = m_valueOf(name);
    if (!value) {
        return failure(value.error());
    }
    set(name, *value);
    return {};
}

void EnvironmentLines::set(const QByteArray &name, const QByteArray &value)
{
    const auto place = m_places.constFind(name);
    if (place != m_places.constEnd()) {
        m_variables[*place].value = value;
    } else {
        m_places.insert(name, m_variables.size());
        m_variables.push_back({name, value});
    }
}

QString environmentFileWarning(const QString &path, QFileDevice::Permissions permissions)
{
    if (permissions & (QFileDevice::ReadGroup | QFileDevice::ReadOther)) {
        return QStringLiteral("%1 can be read by others on this machine; mode 600 keeps it to "
                              "you.")
            .arg(path);
    }
    return {};
}

} // namespace podium::run
