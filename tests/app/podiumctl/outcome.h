// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <vector>

namespace podium::tests {

struct Outcome
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    [[nodiscard]] QByteArray all() const { return out + err; }
    [[nodiscard]] std::vector<QJsonObject> jsonLines() const
    {
        std::vector<QJsonObject> lines;
        for (const QByteArray &line : out.split('\n')) {
            if (!line.isEmpty()) {
                lines.push_back(QJsonDocument::fromJson(line).object());
            }
        }
        return lines;
    }
};

/// Begins a program that others may run beside.
inline void begin(
    QProcess &process, const QString &program, const QStringList &arguments,
    const QProcessEnvironment &environment)
{
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
}

/// Waits until it has ended.
inline Outcome outcomeOf(QProcess &process)
{
    Outcome outcome;
    if (process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit) {
        outcome.exitCode = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

inline Outcome execute(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    begin(process, program, arguments, environment);
    return outcomeOf(process);
}

inline QString shortened(const QByteArray &text)
{
    return QString::fromUtf8(text.left(2000));
}

inline QString shortened(const QString &text)
{
    return text.left(2000);
}

} // namespace podium::tests

/// Evaluates the run once: a second run of a command that changes something is another one.
#define VERIFY_EXIT(outcome, code)                                                                 \
    do {                                                                                           \
        const auto &verified = (outcome);                                                          \
        QVERIFY2(                                                                                  \
            verified.exitCode == (code),                                                           \
            qPrintable(QStringLiteral("exit %1: %2 %3")                                            \
                           .arg(verified.exitCode)                                                 \
                           .arg(                                                                   \
                               podium::tests::shortened(verified.out),                             \
                               podium::tests::shortened(verified.err))));                          \
    } while (false)
