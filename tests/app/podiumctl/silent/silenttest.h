// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/app/podiumctl/silent/silentlab.h"

#include <map>

namespace podium::tests {

constexpr int Hosts = 14; ///< that are written at first

inline QJsonObject node(const QString &name, int workers)
{
    return {
        {"zone", "us-central2-b"},
        {"name", name},
        {"acceleratorType", QStringLiteral("v4-%1").arg(workers * 8)},
        {"workers", workers}};
}

/// Three projects and their nodes, two a page.
inline QJsonObject scenario()
{
    const auto lab = [](const char *id, const QJsonArray &nodes) {
        return QJsonObject{{"id", id}, {"nodes", nodes}};
    };
    return {
        {"operationMs", 0},
        {"maxPageSize", 2},
        {"projects", QJsonArray{
                         lab("lab-one", {node("one", 1), node("two", 1), node("pod", 4)}),
                         lab("lab-two", {node("other", 1), node("four", 1), node("big", 4)}),
                         lab("lab-three", {node("last", 2)})}}};
}

/// The answer to one kind of call, from a page on.
struct Fault
{
    const char *name;
    QJsonObject answer;
};

inline const std::vector<Fault> &faults()
{
    static const std::vector<Fault> all{
        {"403", {{"status", 403}}},
        {"429", {{"status", 429}, {"retryAfter", 0}}},
        {"500", {{"status", 500}, {"retryAfter", 0}}},
        {"503", {{"status", 503}, {"retryAfter", 0}}},
        {"cut", {{"cutAt", 10}}},
        {"HTML", {{"status", 200}, {"body", "<html>Log in to the hotel's network</html>"}}},
        {"nothing", {{"status", 200}, {"body", "{}"}}},
        {"hang", {{"delayMs", 600000}}}};
    return all;
}

/// What is in `from`, and nothing else.
inline void copyTree(const QString &from, const QString &to)
{
    const Outcome copied = execute(
        "sh", {"-c", "find \"$2\" -mindepth 1 -delete && cp -a \"$1/.\" \"$2\"", "sh", from, to},
        QProcessEnvironment::systemEnvironment());
    VERIFY_EXIT(copied, 0);
}

constexpr const char *Projects = "^/v[13]/projects(:search)?$";
constexpr const char *Nodes = "/projects/lab-two/locations/-/nodes$";

/// Each test begins with a home in which all is written, on one cloud. In some rows podiumctl only
/// waits for most of the time: for a next try that nobody asked it to make sooner, or for an answer
/// until its limit. Those are begun before all others, each on a cloud of its own.
class SilentTest : public QObject
{
protected:
    void startLab()
    {
        QVERIFY2(m_lab.cloud.startWith(scenario()), qPrintable(m_lab.cloud.error()));
    }
    SilentLab &begun(const QString &row)
    {
        auto &lab = m_waiting.emplace(row, std::make_unique<SilentLab>()).first->second;
        [&] { QVERIFY2(lab->cloud.startWith(scenario()), qPrintable(lab->cloud.error())); }();
        lab->writeHome();
        return *lab;
    }
    /// Where a row is run: what was begun for it, or the one cloud of the others.
    [[nodiscard]] SilentLab &labOf(const QString &row)
    {
        const auto waiting = m_waiting.find(row);
        return waiting == m_waiting.end() ? m_lab : *waiting->second;
    }
    /// The rows of a function have the same home at first.
    void takeHome()
    {
        m_lab.mend();
        if (m_writtenFor == QTest::currentTestFunction()) {
            copyTree(m_written->path(), m_lab.path());
        } else {
            m_lab.writeHome();
            m_written = std::make_unique<QTemporaryDir>();
            copyTree(m_lab.path(), m_written->path());
            m_writtenFor = QTest::currentTestFunction();
        }
        QCOMPARE(hostsIn(m_lab.config()), Hosts);
    }
    [[nodiscard]] static int hostsIn(const QByteArray &config) { return config.count("\nHost "); }

    SilentLab m_lab;

private:
    std::unique_ptr<QTemporaryDir> m_written; ///< what its home is at first
    QByteArray m_writtenFor;                  ///< the function
    std::map<QString, std::unique_ptr<SilentLab>> m_waiting;
};

} // namespace podium::tests
