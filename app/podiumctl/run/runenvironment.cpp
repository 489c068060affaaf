// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runenvironment.h"

#include "core/run/environmentlines.h"

#include <QFile>

namespace podium::ctl {

namespace {

Error problem(const QString &summary, const QString &hint = {})
{
    return {ErrorKind::InvalidArgument, summary, {}, hint};
}

Result<QByteArray> valueHere(const QByteArray &name)
{
    if (!qEnvironmentVariableIsSet(name.constData())) {
        return failure(problem(
            QStringLiteral("The variable %1 is not set here.").arg(QString::fromLatin1(name)),
            QStringLiteral("Export it before podiumctl is started.")));
    }
    return qgetenv(name.constData());
}

Result<> readFileInto(run::EnvironmentLines &lines, const QString &path)
{
    QFile file(path); // a pipe is fine as well: what a reconciler of secrets prints
    const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    if (file.error() != QFileDevice::NoError) {
        return failure(
            problem(QStringLiteral("%1 cannot be read: %2.").arg(path, file.errorString())));
    }
    return lines.readText(text, path);
}

} // namespace

Result<RunEnvironment> readRunEnvironment(const QStringList &names, const QStringList &files)
{
    run::EnvironmentLines lines(valueHere);
    QStringList warnings;
    for (const QString &path : files) {
        if (const auto isRead = readFileInto(lines, path); !isRead) {
            return failure(isRead.error());
        }
        const QString warning = run::environmentFileWarning(path, QFile::permissions(path));
        if (!warning.isEmpty()) {
            warnings << warning;
        }
    }
    for (const QString &name : names) {
        if (const auto isRead = lines.readName(QFile::encodeName(name)); !isRead) {
            return failure(isRead.error());
        }
    }
    return RunEnvironment{lines.variables(), warnings};
}

} // namespace podium::ctl
