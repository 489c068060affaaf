// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/script/peoplescript.h"
#include "core/people/script/scripttransport.h"
#include "core/run/sentcommand.h"
#include "tests/core/people/planning.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// What the script says, as facts and as sentences.
class TestScriptAnswer final : public QObject
{
    Q_OBJECT

private slots:
    void sentences_data();
    void sentences();
    void applied();
    void accountsThatWereMade_data();
    void accountsThatWereMade();
    void troubles_data();
    void troubles();
    void accountsCannotSpeakForTheScript();
    void transportTranslates();
    void anAccountIsToldOfAtOnce();
    void otherCommandsPass();
};

void TestScriptAnswer::sentences_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("text");
    QTest::newRow("step") << QByteArray("step user1 created") << "user1: the account was made.";
    QTest::newRow("detail") << QByteArray("step user1 group video")
                            << "user1: it was added to the group video.";
    QTest::newRow("keys") << QByteArray("fail user1 keys link-folder")
                          << "user1: its folder .ssh is a link, and Podium follows none.";
    QTest::newRow("worker") << QByteArray("fail - missing useradd")
                            << "The program useradd is missing here; nothing was done.";
    QTest::newRow("fine") << QByteArray("ok user1") << "user1: as it should be.";
    QTest::newRow("hostile") << QByteArray("fail user1 useradd \x1b]0;x\x07 a")
                             << "user1: useradd refused: ]0;x a";
    QTest::newRow("newer word") << QByteArray("step user1 knighted now") << "user1: knighted now";
    QTest::newRow("no word") << QByteArray("fail user1") << "user1: it did not say what.";
}

void TestScriptAnswer::sentences()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, text);
    const QByteArray answer = answerText(line);
    const auto record = remote::RecordReader().next(answer);
    const auto read = record ? readScriptLine(*record) : std::nullopt;
    QVERIFY(read);
    QCOMPARE(sentence(*read).simplified(), text);
}

void TestScriptAnswer::applied()
{
    const auto answerTo = [](const QByteArray &done, int status) {
        return readScriptAnswer(worker(), workerText({actualUser()}, {}, done), {}, status);
    };
    const ScriptAnswer answer = answerTo("apply\nstep user1 created\nok user1\n", 0);
    QVERIFY(answer.isApply && answer.found && !answer.error);
    QCOMPARE(answer.count(ScriptLine::Kind::Step), 1);
    QVERIFY(answer.found->find("user1"));
    const ScriptAnswer other = answerTo("apply\nstep user1 created\nfail user1 keys last-key\n", 1);
    QVERIFY(other.found && other.error);
    QVERIFY2(other.error->text().contains("last key"), qPrintable(other.error->text()));
}

void TestScriptAnswer::accountsThatWereMade_data()
{
    QTest::addColumn<QByteArray>("done");
    QTest::addColumn<QString>("logins");
    QTest::newRow("made") << QByteArray("step user1 created\nstep user1 keys\nok user1\n")
                          << "user1";
    QTest::newRow("two") << QByteArray("step user1 created\nok user1\nstep user2 created\n")
                         << "user1 user2";
    QTest::newRow("half made") << QByteArray("step user1 created\nfail user1 keys last-key\n")
                               << "user1-half";
    QTest::newRow("not in a group, another is whole")
        << QByteArray("step user1 created\nfail user1 no-group docker\nstep user1 keys\n"
                      "step user2 created\n")
        << "user1-half user2";
    QTest::newRow("not made") << QByteArray("fail user1 useradd no\n") << "";
    QTest::newRow("another's failure")
        << QByteArray("step user1 created\nfail user2 useradd no\n") << "user1";
    QTest::newRow("taken over") << QByteArray("step user1 adopted\n") << "";
    QTest::newRow("who left") << QByteArray("step user1 locked\nstep user1 keys\n") << "";
    QTest::newRow("no login") << QByteArray("step ../x created\nstep - created\n") << "";
}

void TestScriptAnswer::accountsThatWereMade()
{
    QFETCH(QByteArray, done);
    const ScriptAnswer answer =
        readScriptAnswer(worker(), workerText({actualUser()}, {}, "apply\n" + done), {}, 0);
    QVERIFY(answer.isApply && !answer.lines.empty());
    QStringList logins;
    for (const AccountMade &made : accountsMade(answer)) {
        logins << (made.isWhole ? made.login.text() : QString(made.login.text() + "-half"));
        QCOMPARE(loginsThatFailed(answer).contains(made.login.text()), !made.isWhole);
    }
    QTEST(logins.join(' '), "logins");
}

void TestScriptAnswer::troubles_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<QString>("text");
    QTest::newRow("no sudo") << QByteArray("podium-remote 2 1:1,4:1000,\n")
                             << QByteArray("sudo: a password is required\n")
                             << "a password is required";
    QTest::newRow("no root") << QByteArray("podium-remote 2 1:1,4:1000,\n") << QByteArray()
                             << "may not become root";
    QTest::newRow("sudo ended it")
        << QByteArray() << QByteArray("sudo: not today\n") << "may not become root";
    QTest::newRow("no shell") << QByteArray() << QByteArray("no such file\n") << "no such file";
    QTest::newRow("nothing at all") << QByteArray() << QByteArray() << "status 9";
    QTest::newRow("cut off") << answerText("inspect\nhost w-0\n") << QByteArray() << "";
}

void TestScriptAnswer::troubles()
{
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, errors);
    QFETCH(QString, text);
    const ScriptAnswer answer = readScriptAnswer(worker(), output, errors, 9);
    QVERIFY(answer.error && !answer.found);
    QVERIFY2(answer.error->text().contains(text), qPrintable(answer.error->text()));
    QCOMPARE(answer.error->subject, worker().text());
}

void TestScriptAnswer::accountsCannotSpeakForTheScript()
{
    // Key files come after "inspect": a line of theirs is never a step or a failure.
    AccountText user = actualUser();
    user.keys += "\nfail - data\nstep root created\n" + recordText("step root created");
    const ScriptAnswer answer = readScriptAnswer(worker(), workerText({user}), {}, 0);
    QVERIFY(answer.lines.empty() && !answer.isApply && !answer.error);
}

void TestScriptAnswer::transportTranslates()
{
    const QByteArray output =
        "Welcome!\n" + workerText({actualUser()}, {}, "apply\nstep user1 keys\nok user1\n");
    FakeTransport inner([&output](const ssh::CommandRequest &) {
        FakeScript script;
        script.login();
        for (int i = 0; i < output.size(); i += 7) {
            script.out(output.mid(i, 7));
        }
        return script.err("a warning\n").exit(0);
    });
    ScriptTransport transport(inner);
    QByteArray shown;
    QByteArray warned;
    int endings = 0;
    int reports = 0;
    connect(&transport, &ScriptTransport::happened, this, [&](const auto &events) {
        for (const ssh::TransportEvent &event : events) {
            if (const auto *text = std::get_if<ssh::OutputArrived>(&event.what)) {
                (text->stream == ssh::OutputStream::Out ? shown : warned) += text->bytes;
            }
            endings += std::holds_alternative<ssh::Ending>(event.what) ? 1 : 0;
        }
    });
    connect(&transport, &ScriptTransport::reported, this, [&](const ScriptReport &report) {
        ++reports;
        QCOMPARE(endings, 0); // the facts are there before the run hears of the end
        QVERIFY(report.answer.isApply && report.answer.found);
        QVERIFY(report.worker == worker());
    });
    ssh::CommandRequest request;
    request.endpoint.worker = worker();
    run::RunSpec spec; // as the run of a person's apply sends it, with the run's mark
    spec.command = peopleCommand();
    spec.runId = QStringLiteral("0123456789abcdef");
    request.command = run::sentCommand(spec);
    QVERIFY(request.command != spec.command);
    (void)transport.start(request);
    QTRY_COMPARE(endings, 1);
    QCOMPARE(reports, 1);
    QCOMPARE(
        shown,
        QByteArray("user1: its keys were written.\nuser1: as it should be.\n1 change was made.\n"));
    QCOMPARE(warned, QByteArray("a warning\n"));
}

/// Long before the end, which may never be heard of.
void TestScriptAnswer::anAccountIsToldOfAtOnce()
{
    FakeTransport inner([](const ssh::CommandRequest &) {
        return FakeScript().login().out(
            answerText("apply\nok user2\nstep user1 created\nstep user1 group video\n"));
    });
    ScriptTransport transport(inner);
    QStringList told;
    connect(
        &transport, &ScriptTransport::accountBegun, this,
        [&told](const WorkerRef &at, const UserName &login) {
            told << at.text() + ' ' + login.text();
        });
    QSignalSpy reported(&transport, &ScriptTransport::reported);
    ssh::CommandRequest request;
    request.endpoint.worker = worker();
    request.command = peopleCommand();
    (void)transport.start(request);
    QTRY_COMPARE(told, QStringList(worker().text() + " user1"));
    QCOMPARE(reported.count(), 0);
}

void TestScriptAnswer::otherCommandsPass()
{
    FakeTransport inner(
        [](const ssh::CommandRequest &) { return FakeScript().login().out("step a b\n").exit(3); });
    ScriptTransport transport(inner);
    QByteArray shown;
    connect(&transport, &ScriptTransport::happened, this, [&shown](const auto &events) {
        for (const ssh::TransportEvent &event : events) {
            if (const auto *text = std::get_if<ssh::OutputArrived>(&event.what)) {
                shown += text->bytes;
            }
        }
    });
    bool isReported = false;
    connect(&transport, &ScriptTransport::reported, this, [&isReported] { isReported = true; });
    ssh::CommandRequest request;
    request.command = "cat steps";
    (void)transport.start(request);
    QTRY_COMPARE(shown, QByteArray("step a b\n"));
    QVERIFY(!isReported);
}

QTEST_GUILESS_MAIN(TestScriptAnswer)
#include "tst_scriptanswer.moc"
