// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/keyringsession.h"
#include "tests/fakes/patience.h"

#include <array>

namespace podium::tests {

/// A pod of eight workers and a keyring; remembers all that podiumctl has said.
class DayLab final
{
public:
    static constexpr int Workers = 8;

    /// One that is needed and not installed here; empty: there is none.
    [[nodiscard]] static QString missingProgram()
    {
        for (const char *program : {"python3", "git", "tmux"}) {
            if (QStandardPaths::findExecutable(program).isEmpty()) {
                return program;
            }
        }
        return KeyringSession::missingProgram();
    }
    [[nodiscard]] bool start() { return m_session.startBus() && m_lab.start({"pod:8"}); }
    [[nodiscard]] bool startKeyring() { return m_session.startKeyring(); }
    [[nodiscard]] const CtlLab &lab() const { return m_lab; }
    [[nodiscard]] QString user() const { return m_lab.cloud().user(); }
    [[nodiscard]] QString error() { return m_lab.cloud().error(); }

    [[nodiscard]] Outcome ctl(const QStringList &arguments) { return kept(m_lab.ctl(arguments)); }
    [[nodiscard]] Outcome ctlWith(const QByteArray &input, const QStringList &arguments)
    {
        return kept(m_lab.ctlWith(input, arguments));
    }
    [[nodiscard]] Outcome recipe(const QStringList &words)
    {
        return ctl(QStringList{"recipe", "run", words[0], "pod", "--json"} + words.mid(1));
    }
    [[nodiscard]] Outcome holders() { return ctl({"tpu", "holders", "pod", "--json"}); }
    [[nodiscard]] QString summary() { return holders().json()["summary"].toString(); }
    void keep(const QByteArray &said) { m_said += said; }
    [[nodiscard]] const QByteArray &said() const { return m_said; }

    /// A script that this test shares with the one of the window; `variable`: a line before it.
    [[nodiscard]] static QString script(const char *name, const QString &variable = {})
    {
        QFile file(QString(PODIUM_SOURCE_DIR "/tests/data/day/%1.sh").arg(name));
        return file.open(QIODevice::ReadOnly) ? variable + '\n' + file.readAll() : QString();
    }
    void asRoot(int worker, const QString &script) const
    {
        QVERIFY(!script.isEmpty() && m_lab.runAsRoot("pod", script, worker));
    }
    void asRootOnAll(const QString &script) const
    {
        QStringList waits;
        for (int worker = 0; worker < Workers; ++worker) {
            waits << m_lab.beginAsRoot("pod", script, worker);
        }
        QVERIFY(!script.isEmpty() && !waits.contains(QString()));
        QCOMPARE(onEach(waits), alike({}));
    }
    /// What a command prints on each worker, by the real ssh; how it ended, where that is not well.
    [[nodiscard]] QStringList on(const QString &command) const { return onEach(alike(command)); }

    /// The same of all workers, but for one.
    [[nodiscard]] static QStringList
    alike(const QString &text, int worker = -1, const QString &other = {})
    {
        QStringList all;
        for (int each = 0; each < Workers; ++each) {
            all << (each == worker ? other : text);
        }
        return all;
    }

private:
    [[nodiscard]] QStringList onEach(const QStringList &commands) const
    {
        std::array<QProcess, Workers> each;
        for (int worker = 0; worker < Workers; ++worker) {
            m_lab.beginAdmin(each.at(std::size_t(worker)), "pod", commands[worker], worker);
        }
        QStringList said;
        for (QProcess &process : each) {
            const Outcome outcome = outcomeOf(process);
            const QString text = QString::fromUtf8(outcome.all().trimmed());
            said
                << (outcome.exitCode == 0 ? QString::fromUtf8(outcome.out.trimmed())
                                          : QString("exit %1: %2").arg(outcome.exitCode).arg(text));
        }
        return said;
    }
    [[nodiscard]] Outcome kept(Outcome outcome)
    {
        m_said += outcome.all();
        return outcome;
    }

    KeyringSession m_session;
    CtlLab m_lab;
    QByteArray m_said;
};

/// Of each worker in a document, what it says under this name.
inline QStringList workerTexts(const Outcome &outcome, const char *name)
{
    QStringList all;
    for (const QJsonValue &worker : outcome.json()["workers"].toArray()) {
        all << worker.toObject()[QLatin1String(name)].toVariant().toString();
    }
    return all;
}

/// Of each worker in a document, the same of each in a list of it.
inline QStringList eachText(const Outcome &outcome, const char *list, const char *name)
{
    QStringList all;
    for (const QJsonValue &worker : outcome.json()["workers"].toArray()) {
        QStringList texts;
        for (const QJsonValue &each : worker.toObject()[QLatin1String(list)].toArray()) {
            texts << each.toObject()[QLatin1String(name)].toString();
        }
        all << texts.join(' ');
    }
    return all;
}

} // namespace podium::tests
