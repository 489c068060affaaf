// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run --env and --env-file, on real workers.
#include "tests/app/podiumctl/ctllab.h"

#include <QDirIterator>

using podium::tests::CtlLab;
using podium::tests::execute;
using podium::tests::Outcome;

class TestCtlRunEnvironment final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error())); }
    void namesTakeTheValuesFromHere();
    void filesAreAsDockersAre();
    void aFileThatOthersReadIsTold();
    void goWithARunThatIsLeft();
    void whatIsWrongIsSaidWithoutTheValue_data();
    void whatIsWrongIsSaidWithoutTheValue();
    void nothingKeepsAValue();

private:
    [[nodiscard]] Outcome ctl(const QStringList &arguments) const
    {
        QProcessEnvironment env = m_lab.environment();
        env.insert("TOKEN", "hidden value\nof a token");
        env.insert("OTHER", "from here");
        return execute(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), arguments, env);
    }
    [[nodiscard]] QString
    written(const QByteArray &text, QFile::Permissions mode = QFile::ReadOwner) const
    {
        QFile file(m_lab.file("variables"));
        file.remove();
        [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
        file.write(text);
        file.close();
        [&] { QVERIFY(file.setPermissions(mode)); }();
        return file.fileName();
    }

    CtlLab m_lab;
};

void TestCtlRunEnvironment::namesTakeTheValuesFromHere()
{
    const Outcome outcome =
        ctl({"run", "pod:0", "--env", "TOKEN", "--env", "OTHER", "--", "echo \"$TOKEN,$OTHER\""});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out, QByteArray("hidden value\nof a token,from here\n"));
    const Outcome without = ctl({"run", "pod:0", "--", "echo \"$TOKEN,$OTHER\""});
    QCOMPARE(without.out, QByteArray(",\n"));
}

void TestCtlRunEnvironment::filesAreAsDockersAre()
{
    const QString path = written("# a comment\n\n  A=with = and 'quotes' \nB=\r\nOTHER\nC=1\nC=2");
    const Outcome outcome =
        ctl({"run", "pod:0", "--env-file", path, "--", "echo \"[$A][$B][$OTHER][$C]\""});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out, QByteArray("[with = and 'quotes' ][][from here][2]\n"));
    QVERIFY2(!outcome.err.contains("others"), outcome.err.constData());
}

void TestCtlRunEnvironment::aFileThatOthersReadIsTold()
{
    const QString path = written("A=hidden", QFile::ReadOwner | QFile::ReadOther);
    const Outcome outcome = ctl({"run", "pod:0", "--env-file", path, "--", "echo ${#A}"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.out, QByteArray("6\n"));
    QVERIFY2(outcome.err.contains("can be read by others"), outcome.err.constData());
}

void TestCtlRunEnvironment::goWithARunThatIsLeft()
{
    const QString input = written("first\nsecond\n");
    const Outcome launched = ctl(
        {"run", "--detach", "--env", "TOKEN", "--input", input, "pod", "--",
         "echo \"$TOKEN\"; cat"});
    VERIFY_EXIT(launched, 0);
    const Outcome read = ctl({"attach", "--json", QString(launched.out).trimmed()});
    VERIFY_EXIT(read, 0);
    QByteArray of1;
    for (const QByteArray &line : read.out.trimmed().split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"] == "output" && event["worker"].toString().endsWith("pod:1")) {
            of1 += event["data"].toString().toUtf8();
        }
    }
    QCOMPARE(of1, QByteArray("hidden value\nof a token\nfirst\nsecond\n"));
}

void TestCtlRunEnvironment::whatIsWrongIsSaidWithoutTheValue_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *what, const QStringList &options, const char *said,
                        const QByteArray &file = {}) {
        QTest::newRow(what) << options << file << QString(said);
    };
    row("a value", {"--env", "A=hidden"}, "a value in a command line can be seen by all");
    row("not set", {"--env", "NOT_SET"}, "NOT_SET is not set here");
    row("no name", {"--env", "1hidden"}, "letters, digits and _");
    row("no file", {"--env-file", "/no/such/file"}, "/no/such/file cannot be read");
    // It opens, and gives nothing: as a disk that fails.
    row("an unread file", {"--env-file", "/proc/self/mem"}, "/proc/self/mem cannot be read");
    row("an unread script's stdin", {"--input", "/proc/self/mem"}, "cannot read /proc/self/mem");
    row("no name in a file", {}, "variables, line 2: The name before", "A=1\nb-hidden=hidden");
    row("not set, in a file", {}, "line 1: The variable NOT_SET is not", "NOT_SET");
    row("too long", {}, "The value of A is too long", "A=" + QByteArray(200'000, 'h'));
}

void TestCtlRunEnvironment::whatIsWrongIsSaidWithoutTheValue()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, file);
    QFETCH(QString, said);
    if (!file.isEmpty()) {
        options << "--env-file" << written(file);
    }
    const Outcome outcome =
        ctl(QStringList{"run", "pod"} + options + QStringList{"--", "echo ran"});
    VERIFY_EXIT(outcome, 2);
    QVERIFY2(outcome.err.contains(said.toUtf8()), outcome.err.constData());
    QVERIFY2(!outcome.err.contains("hidden") && outcome.err.size() < 1000, outcome.err.constData());
    QCOMPARE(outcome.out, QByteArray());
}

void TestCtlRunEnvironment::nothingKeepsAValue()
{
    const QString logs = m_lab.file("saved");
    const Outcome outcome =
        ctl({"-v", "run", "pod", "--env", "TOKEN", "--json", "--log-dir", logs, "--", "exit 3"});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(!outcome.all().contains("hidden value"), outcome.all().constData());
    QVERIFY(QFile::exists(logs + "/summary.json"));
    int looked = 0;
    for (QDirIterator files(
             m_lab.file(""), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         files.hasNext(); ++looked) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("hidden value"), qPrintable(file.fileName()));
    }
    QVERIFY2(looked >= 4, qPrintable(QString::number(looked)));
}

QTEST_GUILESS_MAIN(TestCtlRunEnvironment)
#include "tst_ctlrunenvironment.moc"
