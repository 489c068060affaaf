// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/runenvironment.h"

#include "core/run/sentcommand.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

Error problem(const QString &summary, const QString &hint = {})
{
    return {ErrorKind::InvalidArgument, summary, {}, hint, {}};
}

void set(std::vector<run::EnvironmentVariable> &variables, run::EnvironmentVariable variable)
{
    const auto its = std::find_if(
        variables.begin(), variables.end(),
        [&variable](const run::EnvironmentVariable &each) { return each.name == variable.name; });
    if (its != variables.end()) {
        its->value = std::move(variable.value);
    } else {
        variables.push_back(std::move(variable));
    }
}

Result<> setFromHere(std::vector<run::EnvironmentVariable> &variables, const QByteArray &name)
{
    if (!run::isVariableName(name)) {
        return failure(problem(QStringLiteral("The name of an environment variable must be "
                                              "letters, digits and _, with no digit first.")));
    }
    if (!qEnvironmentVariableIsSet(name.constData())) {
        return failure(problem(
            QStringLiteral("The variable %1 is not set here.").arg(QString::fromLatin1(name)),
            QStringLiteral("Export it before podiumctl is started.")));
    }
    set(variables, {name, qgetenv(name.constData())});
    return {};
}

Result<> setFromLine(std::vector<run::EnvironmentVariable> &variables, const QByteArray &line)
{
    const int equals = line.indexOf('=');
    if (equals < 0) {
        return setFromHere(variables, line.trimmed());
    }
    const QByteArray name = line.left(equals);
    if (!run::isVariableName(name)) {
        return failure(problem(QStringLiteral("The name before the = must be letters, digits and "
                                              "_, with no digit first.")));
    }
    set(variables, {name, line.mid(equals + 1)});
    return {};
}

Result<> setFromFile(std::vector<run::EnvironmentVariable> &variables, const QString &path)
{
    QFile file(path); // a pipe is fine as well: what a keeper of secrets prints
    if (!file.open(QIODevice::ReadOnly)) {
        return failure(
            problem(QStringLiteral("%1 cannot be read: %2.").arg(path, file.errorString())));
    }
    QByteArray bytes = file.readAll();
    if (bytes.startsWith("\xef\xbb\xbf")) {
        bytes.remove(0, 3); // the mark that some editors begin with
    }
    const QList<QByteArray> lines = bytes.split('\n');
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
        if (auto isSet = setFromLine(variables, line); !isSet) {
            Error error = std::move(isSet.error());
            error.summary =
                QStringLiteral("%1, line %2: %3").arg(path).arg(i + 1).arg(error.summary);
            return failure(error);
        }
    }
    return {};
}

} // namespace

Result<RunEnvironment> readRunEnvironment(const QStringList &names, const QStringList &files)
{
    RunEnvironment environment;
    for (const QString &path : files) {
        if (const auto isSet = setFromFile(environment.variables, path); !isSet) {
            return failure(isSet.error());
        }
        if (QFile::permissions(path) & (QFileDevice::ReadGroup | QFileDevice::ReadOther)) {
            environment.warnings << QStringLiteral(
                                        "%1 can be read by others on this machine; chmod 600 "
                                        "keeps it to you.")
                                        .arg(path);
        }
    }
    for (const QString &name : names) {
        if (const auto isSet = setFromHere(environment.variables, QFile::encodeName(name));
            !isSet) {
            return failure(isSet.error());
        }
    }
    return environment;
}

} // namespace podium::ctl
