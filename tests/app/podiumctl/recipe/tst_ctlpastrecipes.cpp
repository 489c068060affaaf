// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl recipe verdicts, and recipes among what `runs --past` and `activity` tell.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlPastRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void beforeAnyRanThereAreNone();
    void whatRanIsFoundAgain();

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_lab.file(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    CtlLab m_lab;
};

void TestCtlPastRecipes::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    write("token", "hunter2-of-wandb\n");
}

void TestCtlPastRecipes::beforeAnyRanThereAreNone()
{
    VERIFY_EXIT(m_lab.ctl({"run", "pod", "--", "true"}), 0); // a run, and no recipe
    const Outcome none = m_lab.ctl({"recipe", "verdicts"});
    VERIFY_EXIT(none, 2);
    QVERIFY2(none.err.contains("No recipe"), none.err);
}

void TestCtlPastRecipes::whatRanIsFoundAgain()
{
    write(
        "again.sh", "#: recipe again\n#: purpose Try\n#: parameter key secret\n"
                    "#: parameter text\n#: step First\n#: check\ntest -e again\n#: act\n"
                    "case $(hostname) in *-w-1) echo printed-there; exit 5 ;; esac\ntouch again\n");
    VERIFY_EXIT(
        m_lab.ctl(
            {"recipe", "run", m_lab.file("again.sh"), "pod", "--set", "text=some-value",
             "--set-file", "key=" + m_lab.file("token")}),
        1);
    const Outcome runs = m_lab.ctl({"runs", "--past", "--json"});
    VERIFY_EXIT(runs, 0);
    const QJsonObject newest = runs.json()["runs"].toArray().first().toObject();
    QCOMPARE(newest["recipe"].toString(), QString("again"));
    QCOMPARE(newest["title"].toString(), QString("Recipe again"));
    QCOMPARE(newest["end"].toString(), QString("finished"));
    QCOMPARE(newest["ok"].toInt(), 1);
    QCOMPARE(newest["failed"].toInt(), 1);
    QVERIFY(!newest["canRunAgain"].toBool(true));
    const QString id = newest["id"].toString();
    QCOMPARE(id.size(), 16);
    const Outcome table = m_lab.ctl({"runs", "--past"});
    VERIFY_EXIT(table, 0);
    QVERIFY2(
        table.out.contains(id.toUtf8()) && table.out.contains("1 failed · 1 changed"), table.out);

    const Outcome last = m_lab.ctl({"recipe", "verdicts", "--json"});
    VERIFY_EXIT(last, 0);
    QCOMPARE(last.json()["run"].toString(), id);
    QCOMPARE(last.json()["recipe"].toString(), QString("again"));
    const QJsonArray workers = last.json()["workers"].toArray();
    QCOMPARE(workers.size(), 2);
    for (const bool isGood : {true, false}) {
        const QJsonObject worker = workers[isGood ? 0 : 1].toObject();
        QCOMPARE(worker["good"].toBool(), isGood);
        QVERIFY(worker["begun"].toBool() && worker["error"].isNull());
        const QJsonObject step = worker["steps"].toArray().first().toObject();
        QCOMPARE(step["step"].toString(), QString("First"));
        QCOMPARE(step["state"].toString(), QString(isGood ? "changed" : "failed"));
    }
    const Outcome named = m_lab.ctl({"recipe", "verdicts", id});
    VERIFY_EXIT(named, 0);
    QVERIFY2(named.out.contains("pod:0: First: changed\n"), named.out);
    QVERIFY2(named.out.contains("pod:1: First: failed\n"), named.out);
    VERIFY_EXIT(m_lab.ctl({"recipe", "verdicts", "0000000000000000"}), 2);
    const Outcome told = m_lab.ctl({"activity", "--kind", "run", "--json"});
    VERIFY_EXIT(told, 0);
    QCOMPARE(told.json()["activity"].toArray().last().toObject()["run"].toString(), id);
    for (const Outcome &outcome : {runs, table, last, named, told}) {
        for (const char *kept : {"hunter2", "some-value", "printed-there"}) {
            QVERIFY2(!outcome.all().contains(kept), kept);
        }
    }
}

QTEST_GUILESS_MAIN(TestCtlPastRecipes)
#include "tst_ctlpastrecipes.moc"
