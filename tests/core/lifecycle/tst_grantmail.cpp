// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantmail.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;

Q_DECLARE_METATYPE(podium::lifecycle::TpuGrantRow)

namespace {

TpuGrantRow chips(int count, bool spot, Generation generation, const char *zone)
{
    return {count, TpuUnit::Chips, 0, spot, generation, *Zone::parse(QString::fromLatin1(zone))};
}

TpuGrantRow devices(int count, bool spot, Generation generation, const char *zone)
{
    return {count * 8, TpuUnit::Cores, 8,
            spot,      generation,     *Zone::parse(QString::fromLatin1(zone))};
}

} // namespace

/// The mail that announces a TPU grant, as people paste it.
class TestGrantMail final : public QObject
{
    Q_OBJECT

private slots:
    void eachShapeOfALine_data();
    void eachShapeOfALine();
    void aWholeMail();
    void aReplyQuotesItAgain();
    void whatIsMissingIsSaid_data();
    void whatIsMissingIsSaid();
    void daysAndProjectAreNeverChosen_data();
    void daysAndProjectAreNeverChosen();
    void aRowAsTyped_data();
    void aRowAsTyped();
    void hostileTextIsHarmless();
};

void TestGrantMail::eachShapeOfALine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<TpuGrantRow>("row");
    const TpuGrantRow v3 = devices(5, false, Generation::V3, "europe-west4-a");
    const TpuGrantRow v6e = chips(64, true, Generation::V6e, "us-east1-d");
    QTest::newRow("devices") << "5 on-demand Cloud TPU v3-8 device(s) in zone europe-west4-a" << v3;
    QTest::newRow("chips") << "64 spot Cloud TPU v6e chips in zone us-east1-d" << v6e;
    QTest::newRow("preemptible") << "100 preemptible Cloud TPU v2-8 device(s) in zone us-central1-f"
                                 << devices(100, true, Generation::V2, "us-central1-f");
    QTest::newRow("quoted") << "> > 5 on-demand Cloud TPU v3-8 device(s) in zone europe-west4-a"
                            << v3;
    QTest::newRow("bold")
        << "**5 on-demand** Cloud TPU **v3-8** device(s) in zone **europe-west4-a**" << v3;
    QTest::newRow("star") << "  * 64 spot Cloud TPU v6e chips in zone us-east1-d" << v6e;
    QTest::newRow("dot") << QString::fromUtf8(
                                "\u2022 64 spot Cloud TPU v6e chips in zone us-east1-d")
                         << v6e;
    QTest::newRow("dash") << QString::fromUtf8(
                                 "\u2013 64 spot Cloud TPU v6e chips in zone us-east1-d.")
                          << v6e;
    QTest::newRow("number") << "1. 5 on-demand Cloud TPU v3-8 device(s) in zone europe-west4-a"
                            << v3;
    QTest::newRow("heading") << "# 5 on-demand Cloud TPU v3-8 device(s) in zone europe-west4-a"
                             << v3;
    QTest::newRow("thousands") << "1,024 spot Cloud TPU v5e chips in zone us-central1-a"
                               << chips(1024, true, Generation::V5e, "us-central1-a");
    QTest::newRow("capitals") << "64 SPOT cloud tpu V6E Chips in Zone US-EAST1-D" << v6e;
    QTest::newRow("windows") << "64 spot Cloud TPU v6e chips in zone us-east1-d\r\n" << v6e;
    QTest::newRow("no-break") << QString::fromUtf8(
                                     "64\u00a0spot Cloud TPU v6e chips in zone\u00a0us-east1-d")
                              << v6e;
    QTest::newRow("broken") << "> 64 spot Cloud TPU v6e chips in\n> zone us-east1-d" << v6e;
    QTest::newRow("seventh") << "8 on-demand Cloud TPU TPU7x chips in zone us-central1-c"
                             << chips(8, false, Generation::Tpu7x, "us-central1-c");
}

void TestGrantMail::eachShapeOfALine()
{
    QFETCH(QString, text);
    QFETCH(TpuGrantRow, row);
    const GrantMail mail = readGrantMail(text);
    QVERIFY2(mail.unread.empty(), mail.unread.empty() ? "" : qPrintable(mail.unread[0].missing));
    QCOMPARE(mail.rows.size(), size_t(1));
    QVERIFY2(mail.rows[0] == row, qPrintable(mail.rows[0].text()));
}

void TestGrantMail::aWholeMail()
{
    const GrantMail mail =
        readGrantMail("Hi Ada,\n\nYour project "
                      "[my-lab-1](https://console.cloud.google.com/?project=my-lab-1) now "
                      "has access to the following Cloud TPUs:\n\n"
                      "  * 64 spot Cloud TPU v6e chips in zone us-east1-d\n"
                      "  * 32 on-demand Cloud TPU v4 chips in zone us-central2-b\n"
                      "  * 32 spot Cloud TPU v4 chips in zone us-central2-b\n\n"
                      "They are free of\ncharge for 60 days. We recommend on-demand Cloud TPUs "
                      "first, falling back "
                      "to preemptible. v2-8 and v3-8 devices cannot form pods.\n");
    QVERIFY(mail.project && mail.project->text() == "my-lab-1");
    QCOMPARE(mail.days.value_or(0), 60);
    QVERIFY(mail.unread.empty());
    QCOMPARE(mail.rows.size(), size_t(3));
    QVERIFY(mail.rows[1] == chips(32, false, Generation::V4, "us-central2-b"));
    QVERIFY(mail.rows[2] == chips(32, true, Generation::V4, "us-central2-b"));
}

void TestGrantMail::aReplyQuotesItAgain()
{
    const QString line = "64 spot Cloud TPU v6e chips in zone us-east1-d\n";
    const GrantMail same = readGrantMail(line + "> " + line);
    QCOMPARE(same.rows.size(), size_t(1));
    QVERIFY(same.unread.empty());
    const GrantMail other =
        readGrantMail(line + "> 32 spot Cloud TPU v6e chips in zone us-east1-d\n");
    QCOMPARE(other.rows.size(), size_t(1));
    QCOMPARE(other.unread.size(), size_t(1));
}

void TestGrantMail::whatIsMissingIsSaid_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("missing");
    QTest::newRow("count") << "preemptible Cloud TPU v4 chips in zone us-central2-b"
                           << "count";
    QTest::newRow("page number above") << "5\npreemptible Cloud TPU v4 chips in zone us-central2-b"
                                       << "count";
    QTest::newRow("zone") << "64 spot Cloud TPU v6e chips"
                          << "zone";
    QTest::newRow("region") << "64 spot Cloud TPU v6e chips in zone us-east1"
                            << "zone";
    QTest::newRow("class") << "64 Cloud TPU v6e chips in zone us-east1-d"
                           << "on-demand or spot";
    QTest::newRow("none") << "0 spot Cloud TPU v6e chips in zone us-east1-d"
                          << "a count that can be";
    QTest::newRow("huge") << "99999999999999999999 spot Cloud TPU v6e chips in zone us-east1-d"
                          << "a count that can be";
    QTest::newRow("generation") << "64 spot Cloud TPU v9 chips in zone us-east1-d"
                                << "a generation and a zone that Podium knows";
    QTest::newRow("device size") << "5 on-demand Cloud TPU v3 devices in zone us-central1-a"
                                 << "the size of the devices";
    QTest::newRow("both") << "32 spot Cloud TPU v4-64 chips in zone us-central2-b"
                          << "either devices or chips";
    QTest::newRow("odd device") << "5 spot Cloud TPU v3-7 devices in zone us-central1-a"
                                << "devices of a size that there is";
    QTest::newRow("two zones") << "64 spot Cloud TPU v6e chips in zone us-east1-d or us-east5-a"
                               << "one zone and one kind of TPU";
}

void TestGrantMail::whatIsMissingIsSaid()
{
    QFETCH(QString, line);
    QFETCH(QString, missing);
    const GrantMail mail = readGrantMail(line);
    QVERIFY(mail.rows.empty());
    QCOMPARE(mail.unread.size(), size_t(1));
    QCOMPARE(mail.unread[0].missing, missing);
}

void TestGrantMail::daysAndProjectAreNeverChosen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("days");
    QTest::addColumn<QString>("project");
    QTest::newRow("free of charge") << "free of charge for 30 days" << 30 << "";
    QTest::newRow("trial") << "> your free\n> 90-day trial begins" << 90 << "";
    QTest::newRow("two") << "free of charge for 30 days … a free 90-day trial" << 0 << "";
    QTest::newRow("none") << "0 days" << 0 << "";
    QTest::newRow("zero") << "free of charge for 0 days" << 0 << "";
    QTest::newRow("plain") << "Your project my-lab-1 now has access" << 0 << "my-lab-1";
    QTest::newRow("bold") << "Your Google Cloud project **my-lab-1** now has access" << 0
                          << "my-lab-1";
    QTest::newRow("number") << "Your project number 402915838151 now has access" << 0 << "";
    QTest::newRow("two projects")
        << "project my-lab-1 now has access. project other-lab now has access" << 0 << "";
    QTest::newRow("another sentence")
        << "See your project settings. Your project my-lab-1 now has access" << 0 << "my-lab-1";
}

void TestGrantMail::daysAndProjectAreNeverChosen()
{
    QFETCH(QString, text);
    QFETCH(int, days);
    QFETCH(QString, project);
    const GrantMail mail = readGrantMail(text);
    QCOMPARE(mail.days.value_or(0), days);
    QCOMPARE(mail.project ? mail.project->text() : QString(), project);
}

void TestGrantMail::aRowAsTyped_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRow");
    QTest::newRow("short") << "64 spot v6e chips us-east1-d" << true;
    QTest::newRow("middle") << "64 preemptible v6e chips in us-east1-d" << true;
    QTest::newRow("as mailed") << "64 spot Cloud TPU v6e chips in zone us-east1-d" << true;
    QTest::newRow("no unit") << "64 spot v6e us-east1-d" << false;
    QTest::newRow("no class") << "64 v6e chips us-east1-d" << false;
    QTest::newRow("empty") << "" << false;
}

void TestGrantMail::aRowAsTyped()
{
    QFETCH(QString, text);
    QFETCH(bool, isRow);
    const auto row = readGrantRow(text);
    QCOMPARE(row.has_value(), isRow);
    if (row) {
        QVERIFY(*row == chips(64, true, Generation::V6e, "us-east1-d"));
    } else {
        QVERIFY(!row.error().isEmpty());
    }
}

/// However long or odd, it is read in no time and gives no row that is not there.
void TestGrantMail::hostileTextIsHarmless()
{
    const QString longLine = QString(LongestGrantMail, '9') + " spot";
    const QStringList texts{
        longLine,
        QString("project my-lab-1 ").repeated(20000),
        QString("spot Cloud TPU v4 ").repeated(20000),
        QString("> ").repeated(100000) + "5",
        QString("spot\n").repeated(60000),
        QString::fromLatin1(QByteArray(100000, '\0')),
        QString("64 spot Cloud TPU v6e chips in zone ") + QString("a-").repeated(50000),
    };
    for (const QString &text : texts) {
        const GrantMail mail = readGrantMail(text);
        QVERIFY(mail.rows.empty());
        for (const auto &unread : mail.unread) {
            QVERIFY(unread.line.size() <= 200);
        }
    }
    // What stands beyond the limit is not read.
    QVERIFY(readGrantMail(
                QString(LongestGrantMail, ' ') + "\n64 spot Cloud TPU v6e chips in zone us-east1-d")
                .rows.empty());
}

QTEST_APPLESS_MAIN(TestGrantMail)
#include "tst_grantmail.moc"
