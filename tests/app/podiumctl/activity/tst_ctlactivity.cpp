// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl activity: what podiumctl has done is kept, and told.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlActivity final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tellsWhatWasDone();
    void partsAreBelow();
    void wordsAndKindsChoose();
    void goesIntoASpreadsheet();
    void hostileTextIsInert();
    void ofNothing();

private:
    [[nodiscard]] QJsonArray entries(const QStringList &arguments = {}) const
    {
        const Outcome told = m_lab.ctl(QStringList{"activity", "--json"} + arguments);
        [&] { VERIFY_EXIT(told, 0); }();
        [&] { QVERIFY(told.json()["complete"].toBool()); }();
        return told.json()["activity"].toArray();
    }
    [[nodiscard]] static QStringList textsOf(const QJsonArray &entries, const char *key)
    {
        QStringList texts;
        for (const QJsonValue &entry : entries) {
            texts << entry.toObject()[QLatin1String(key)].toString();
        }
        return texts;
    }

    CtlLab m_lab;
};

void TestCtlActivity::initTestCase()
{
    QVERIFY2(m_lab.start({"one", "two", "pod:2"}), qPrintable(m_lab.cloud().error()));
    VERIFY_EXIT(m_lab.ctl({"watch", "--once"}), 0);
    VERIFY_EXIT(m_lab.ctl({"ssh-config", "write"}), 0);
    VERIFY_EXIT(m_lab.ctl({"stop", "two", "--yes"}), 0);
    VERIFY_EXIT(m_lab.ctl({"stop", "two", "--yes"}), 4);
    VERIFY_EXIT(m_lab.ctl({"watch", "--once", "--write"}), 0);
    VERIFY_EXIT(m_lab.ctl({"ssh-config", "restore", "1"}), 0);
}

void TestCtlActivity::tellsWhatWasDone()
{
    QCOMPARE(
        textsOf(entries({"--kind", "config-write"}), "summary"),
        (QStringList{
            "ssh config written.", "ssh config written.", "An earlier ssh config was restored."}));
    const QJsonArray actions = entries({"--kind", "node-action"});
    QCOMPARE(textsOf(actions, "outcome"), (QStringList{"good"}));
    QCOMPARE(textsOf(actions, "node"), (QStringList{"lab/us-central2-b/two"}));
    QCOMPARE(textsOf(actions, "summary"), (QStringList{"Stopped with Podium."}));

    const Outcome told = m_lab.ctl({"activity"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.out.startsWith("TIME "), told.out);
    QVERIFY2(told.out.indexOf("written.") < told.out.indexOf("restored."), told.out);
}

void TestCtlActivity::partsAreBelow()
{
    if (m_lab.cloud().workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    VERIFY_EXIT(m_lab.ctl({"run", "pod", "one", "--", "test $(hostname) != one && exit 7"}), 1);
    const QJsonObject run = entries({"--kind", "run"}).last().toObject();
    QCOMPARE(run["outcome"].toString(), QString("bad"));
    QCOMPARE(run["parts"].toArray().size(), 3);
    QVERIFY(!run["run"].toString().isEmpty());

    const Outcome told = m_lab.ctl({"activity", "--parts", "run:" + run["run"].toString()});
    VERIFY_EXIT(told, 0);
    QCOMPARE(told.out.count('\n'), 5); // head, run, workers
    QVERIFY2(told.out.contains("  pod:1  "), told.out);
    QVERIFY2(told.out.contains("exit 7"), told.out);
    const Outcome ofOne = m_lab.ctl({"activity", "--kind", "run", "--parts", "node:one"});
    VERIFY_EXIT(ofOne, 0);
    QCOMPARE(ofOne.out.count('\n'), 3); // of its parts the one
    QVERIFY2(!ofOne.out.contains("  pod:"), ofOne.out);
}

void TestCtlActivity::wordsAndKindsChoose()
{
    for (const QJsonValue &entry : entries({"node:two"})) {
        QVERIFY2(
            QJsonDocument(entry.toObject()).toJson().contains("lab/us-central2-b/two"),
            QJsonDocument(entry.toObject()).toJson().constData());
    }
    QVERIFY(entries({"node:two"}).size() > 1);
    QCOMPARE(entries({"node:two", "STOPPED", "with"}).size(), 1);
    QVERIFY(entries({"node:none-of-them"}).isEmpty());
    VERIFY_EXIT(m_lab.ctl({"activity", "--kind", "weather"}), 2);
    VERIFY_EXIT(m_lab.ctl({"activity", "--days", "0"}), 2);
    VERIFY_EXIT(m_lab.ctl({"activity", "--json", "--csv"}), 2);
}

void TestCtlActivity::goesIntoASpreadsheet()
{
    const Outcome told = m_lab.ctl({"activity", "--csv", "restored"});
    VERIFY_EXIT(told, 0);
    const QList<QByteArray> lines = told.out.split('\n');
    QVERIFY2(lines.value(0).startsWith("time,kind,outcome,"), told.out);
    QVERIFY2(lines.value(1).contains("\"config-write\""), told.out);
}

void TestCtlActivity::hostileTextIsInert()
{
    if (m_lab.cloud().workers() == "none") {
        QSKIP("There are no workers here to log in to.");
    }
    VERIFY_EXIT(m_lab.ctl({"run", "one", "--", "true \x1b[2J\xe2\x80\xae"}), 0);
    const Outcome told = m_lab.ctl({"activity", "--kind", "run", "--parts"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.out.contains("true"), told.out);
    QVERIFY2(!told.out.contains('\x1b') && !told.out.contains("\xe2\x80\xae"), told.out);
}

void TestCtlActivity::ofNothing()
{
    CtlLab fresh;
    QVERIFY2(fresh.start({"one"}), qPrintable(fresh.cloud().error()));
    const Outcome told = fresh.ctl({"activity"});
    VERIFY_EXIT(told, 0);
    QCOMPARE(told.out, QByteArray());
    QVERIFY2(told.err.contains("Nothing"), told.err);
    const Outcome document = fresh.ctl({"activity", "--json"});
    VERIFY_EXIT(document, 0);
    QVERIFY(document.json()["activity"].toArray().isEmpty());
}

QTEST_GUILESS_MAIN(TestCtlActivity)
#include "tst_ctlactivity.moc"
