// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/shellcheck.h"

#include "core/ssh/plaintext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QStringBuilder>
#include <QTimer>

#include <utility>

namespace podium::recipe {

namespace {

constexpr int LongestAnswerMs = 20'000;
constexpr int MostFindings = 50;

/// What stands in the place of a line that begins with "#:".
QByteArray inPlaceOf(const QByteArray &word, bool &isOpen)
{
    if (word == "check") {
        isOpen = true;
        return "(";
    }
    if (word == "act") {
        return "); (";
    }
    return word == "step" && std::exchange(isOpen, false) ? QByteArray(")") : QByteArray();
}

} // namespace

QByteArray shellcheckInput(const StoredRecipe &stored)
{
    QByteArrayList lines = stored.text.split('\n');
    bool isOpen = false;
    for (QByteArray &line : lines) {
        if (line.startsWith("#:")) {
            line = inPlaceOf(line.mid(2).simplified().split(' ').value(0), isOpen);
        }
    }
    // Before the steps no line is a command.
    lines[0].clear();
    for (const Parameter &parameter : stored.recipe.parameters) {
        lines[0] += ": \"${R_" + parameter.name.toUtf8() + "=}\"; ";
    }
    if (!stored.recipe.files.empty()) {
        lines[0] += ": \"${R_FILES=}\"; ";
    }
    return lines.join('\n') + (isOpen ? "\n)\n" : "\n");
}

QStringList shellcheckFindings(const QByteArray &json)
{
    QStringList findings;
    const QJsonArray comments =
        QJsonDocument::fromJson(json).object()[QLatin1String("comments")].toArray();
    for (const QJsonValue &comment : comments) {
        if (findings.size() == MostFindings) {
            break;
        }
        findings << QStringLiteral("Line %1: %2 (shellcheck SC%3)")
                        .arg(
                            QString::number(comment[QLatin1String("line")].toInt()),
                            ssh::plainText(comment[QLatin1String("message")].toString().toUtf8()),
                            QString::number(comment[QLatin1String("code")].toInt()));
    }
    return findings;
}

void askShellcheck(
    QObject *owner, const StoredRecipe &stored, const Callback<QStringList> &callback)
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (program.isEmpty()) {
        callback({});
        return;
    }
    auto *process = new QProcess(owner);
    const auto end = [process, callback](const QStringList &findings) {
        process->disconnect();
        process->deleteLater();
        callback(findings);
    };
    QObject::connect(
        process, qOverload<int, QProcess::ExitStatus>(&QProcess::finished), process,
        [process, end] { end(shellcheckFindings(process->readAllStandardOutput())); });
    QObject::connect(process, &QProcess::errorOccurred, process, [end](QProcess::ProcessError why) {
        if (why == QProcess::FailedToStart) {
            end({});
        }
    });
    QTimer::singleShot(LongestAnswerMs, process, &QProcess::kill);
    // SC2030, SC2031: that a check and an act share no variables is so by what a recipe is.
    process->start(
        program, {QStringLiteral("--norc"), QStringLiteral("--shell=sh"),
                  QStringLiteral("--severity=info"), QStringLiteral("--format=json1"),
                  QStringLiteral("--exclude=SC2030,SC2031"), QStringLiteral("-")});
    process->write(shellcheckInput(stored));
    process->closeWriteChannel();
}

} // namespace podium::recipe
