// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl equal: whether workers have the same versions, on real workers.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

namespace {

/// A Python that has the packages of a file, and a repository whose commit is the same on each
/// worker.
constexpr const char *Project = R"sh(set -e
mkdir -p venv/bin code
printf '#!/bin/sh\ncat "$HOME/packages"\n' >venv/bin/python3
chmod +x venv/bin/python3
printf '3.10.12\njax==0.4.35\nnumpy==1.26.4\n' >packages
cd code
git init -q
echo one >one
git add one
GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
    git -c user.name=a -c user.email=a@b.invalid commit -q -m one)sh";

} // namespace

class TestCtlEqual final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void allAreEqualAfterASetUp();
    void theOddWorkerIsNamed();
    void unknownIsNotEqual();
    void whoIsNotReachedIsNamed();
    void wrongWordsAreRefused();

private:
    void everywhere(const QString &script) const
    {
        for (int worker = 0; worker < 3; ++worker) {
            VERIFY_EXIT(m_lab.admin("pod", script, worker), 0);
        }
    }
    /// What is said of one name.
    [[nodiscard]] static QJsonObject row(const Outcome &outcome, const QString &name)
    {
        for (const auto &each : outcome.json()["versions"].toArray()) {
            if (each.toObject()["name"].toString() == name) {
                return each.toObject();
            }
        }
        return {};
    }
    CtlLab m_lab;
    const QStringList m_equal{"equal", "pod", "--folder", "~/code", "--json"};
};

void TestCtlEqual::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:3"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    everywhere(Project);
    // What this machine's root looks like is not what is tried here.
    everywhere("sudo rm -f /etc/os-release && "
               "echo 'PRETTY_NAME=\"Ubuntu 22.04\"' | sudo tee /etc/os-release");
}

void TestCtlEqual::allAreEqualAfterASetUp()
{
    const Outcome equal = m_lab.ctl(m_equal);
    VERIFY_EXIT(equal, 0);
    QCOMPARE(equal.json()["equal"], QJsonValue(true));
    QCOMPARE(equal.json()["versions"].toArray().size(), 7);
    QCOMPARE(row(equal, "packages")["count"].toInt(), 3);
    QCOMPARE(row(equal, "system")["value"].toString(), QString("Ubuntu 22.04"));
    QCOMPARE(row(equal, "commit")["value"].toString().size(), 40);
    QCOMPARE(row(equal, "changes")["value"].toString(), QString("none"));
    QVERIFY(!row(equal, "runtime")["value"].toString().isEmpty());
    QCOMPARE(
        equal.json()["workers"].toArray()[2].toObject()["packages"].toArray(),
        (QJsonArray{"jax==0.4.35", "numpy==1.26.4"}));
    const Outcome table = m_lab.ctl({"equal", "pod"});
    VERIFY_EXIT(table, 0);
    QVERIFY(table.out.contains("3 of 3") && table.err.contains("The same on 3 workers"));
    QVERIFY(!table.out.contains("commit"));
}

void TestCtlEqual::theOddWorkerIsNamed()
{
    VERIFY_EXIT(
        m_lab.admin("pod", "printf '3.10.12\\njax==0.4.34\\n' >packages && echo two >>code/one", 1),
        0);
    const Outcome odd = m_lab.ctl(m_equal);
    VERIFY_EXIT(odd, 1);
    QCOMPARE(odd.json()["equal"], QJsonValue(false));
    QCOMPARE(odd.json()["summary"].toString(), QString("Not the same: packages, changes"));
    const QJsonArray packages = row(odd, "packages")["odd"].toArray();
    QCOMPARE(packages.size(), 1);
    QCOMPARE(packages[0].toObject()["worker"].toString(), QString("lab/us-central2-b/pod:1"));
    QCOMPARE(
        packages[0].toObject()["detail"].toString(),
        QString("jax 0.4.34 instead of 0.4.35, numpy is missing"));
    QCOMPARE(row(odd, "commit")["equal"], QJsonValue(true));
    QCOMPARE(row(odd, "changes")["value"].toString(), QString("none"));
    const Outcome table = m_lab.ctl({"equal", "pod"});
    VERIFY_EXIT(table, 1);
    QVERIFY(table.out.contains("2 of 3") && table.out.contains("jax 0.4.34 instead of 0.4.35"));
    everywhere(
        "printf '3.10.12\\njax==0.4.35\\nnumpy==1.26.4\\n' >packages && git -C code checkout -q .");
    VERIFY_EXIT(m_lab.ctl(m_equal), 0);
}

void TestCtlEqual::unknownIsNotEqual()
{
    VERIFY_EXIT(m_lab.admin("pod", "mv code elsewhere", 2), 0);
    const Outcome gone = m_lab.ctl(m_equal);
    VERIFY_EXIT(gone, 1);
    const QJsonObject commit = row(gone, "commit");
    QCOMPARE(commit["count"].toInt(), 2);
    QVERIFY(commit["odd"].toArray()[0].toObject()["value"].isNull());
    VERIFY_EXIT(m_lab.admin("pod", "mv elsewhere code", 2), 0);
    // The same everywhere in that it cannot be told.
    const Outcome nowhere = m_lab.ctl({"equal", "pod", "--python", "/no/python", "--json"});
    VERIFY_EXIT(nowhere, 1);
    QCOMPARE(row(nowhere, "packages")["odd"].toArray().size(), 3);
    QVERIFY(nowhere.out.contains("there is no /no/python"));
    QVERIFY(nowhere.out.contains("Not known to be the same"));
    const Outcome table = m_lab.ctl({"equal", "pod", "--python", "/no/python"});
    VERIFY_EXIT(table, 1);
    // Once for all three: of Python, and of its packages.
    QCOMPARE(table.out.count("there is no /no/python"), 2);
    QVERIFY2(!table.out.contains("us-central2-b/pod"), table.out);
}

void TestCtlEqual::whoIsNotReachedIsNamed()
{
    const QString worker = "/sim/workers/lab/us-central2-b/pod/1";
    QCOMPARE(m_lab.cloud().post(worker + ":refuse", {}).status, 200);
    const Outcome refused = m_lab.ctl(m_equal);
    QCOMPARE(m_lab.cloud().post(worker + ":restore", {}).status, 200);
    VERIFY_EXIT(refused, 3);
    QCOMPARE(refused.json()["equal"], QJsonValue(false));
    const QJsonArray workers = refused.json()["workers"].toArray();
    QVERIFY(workers[0].toObject()["error"].isNull() && workers[1].toObject()["error"].isObject());
    QCOMPARE(row(refused, "packages")["count"].toInt(), 2);
}

void TestCtlEqual::wrongWordsAreRefused()
{
    VERIFY_EXIT(m_lab.ctl({"equal"}), 2);
    VERIFY_EXIT(m_lab.ctl({"equal", "no-such-node"}), 2);
}

QTEST_GUILESS_MAIN(TestCtlEqual)
#include "tst_ctlequal.moc"
