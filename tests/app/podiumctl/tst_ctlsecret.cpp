// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl secret, and recipes that take one: with the keyring of GNOME on a session bus of its
// own, and real workers. The planted secret is looked for wherever it must not be.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/interminal.h"
#include "tests/fakes/keyringsession.h"

using namespace podium::tests;

namespace {

constexpr const char *Planted = "hunter2-planted-in-no-file";

} // namespace

class TestCtlSecret final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void withoutAKeyringATerminalIsAsked();
    void withoutAKeyringNothingIsStored();
    void isStoredAndListed();
    void isPutOnWorkersAndTakenAwayAgain();
    void isNeverInACommandLineOrEnvironment();
    void anotherOneIsLeftAlone();
    void whatCannotBeAskedStaysListed();
    void isRemoved();

private:
    /// Files of Podium that have the planted secret in them.
    [[nodiscard]] QStringList filesWithIt() const { return m_lab.filesWith(Planted); }
    [[nodiscard]] QStringList states(const Outcome &outcome) const
    {
        QStringList all;
        for (const auto &each : outcome.json()["withdrawals"].toArray()) {
            all << each.toObject()["state"].toString();
        }
        return all;
    }

    CtlLab m_lab;
    KeyringSession m_session;
};

void TestCtlSecret::initTestCase()
{
    if (const QString missing = KeyringSession::missingProgram(); !missing.isEmpty()) {
        QSKIP(qPrintable(QString("%1 is not installed").arg(missing)));
    }
    QVERIFY(m_session.startBus());
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
}

void TestCtlSecret::withoutAKeyringATerminalIsAsked()
{
    const QStringList run{"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"};
    const auto isAsked = [](InTerminal &terminal) {
        return terminal.hasEnded() ||
               (terminal.screen().endsWith("Secret wandb (not shown): ") && terminal.isRaw());
    };
    InTerminal regretful(PODIUM_BIN_DIR "/podiumctl", run, m_lab.environment());
    QTRY_VERIFY(isAsked(regretful));
    QVERIFY2(!regretful.hasEnded(), regretful.screen().constData());
    regretful.type(QByteArray(Planted) + '\x03');
    QTRY_VERIFY(regretful.hasEnded());
    QCOMPARE(regretful.exitCode(), 130);
    QVERIFY(regretful.isAsBefore());
    QVERIFY(!regretful.screen().contains(Planted));
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e .netrc"), 0);

    InTerminal stopped(PODIUM_BIN_DIR "/podiumctl", run, m_lab.environment());
    QTRY_VERIFY(isAsked(stopped));
    stopped.type(Planted);
    stopped.send(SIGTERM);
    QTRY_VERIFY(stopped.hasEnded());
    QCOMPARE(stopped.exitCode(), 130);
    QVERIFY(stopped.isAsBefore());

    InTerminal terminal(PODIUM_BIN_DIR "/podiumctl", run, m_lab.environment());
    QTRY_VERIFY(isAsked(terminal));
    QVERIFY2(!terminal.hasEnded(), terminal.screen().constData());
    QVERIFY2(terminal.screen().contains("kept nowhere"), terminal.screen().constData());
    terminal.type(QByteArray(Planted) + "x\x7f\r"); // a letter too many, taken back
    QTRY_VERIFY(terminal.hasEnded());
    QVERIFY2(terminal.exitCode() == 0, terminal.screen().constData());
    QVERIFY(terminal.isAsBefore());
    QVERIFY(!terminal.screen().contains(Planted));
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(
            m_lab.admin("pod", QString("grep -qE 'password %1( |$)' .netrc").arg(Planted), worker),
            0);
    }
    QCOMPARE(filesWithIt(), QStringList());
    // Where it was put is known all the same.
    const Outcome away = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(away, 0);
    QCOMPARE(states(away), QStringList({"removed", "removed"}));
}

void TestCtlSecret::withoutAKeyringNothingIsStored()
{
    const Outcome set = m_lab.ctlWith(Planted, {"secret", "set", "wandb"});
    VERIFY_EXIT(set, 4);
    QVERIFY(set.err.contains("No keyring runs") && set.err.contains("Nothing was stored"));
    QVERIFY(m_lab.ctl({"secret", "list", "--json"}).json()["secrets"].toArray().isEmpty());
    // Without a terminal nobody can be asked.
    const Outcome run = m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"});
    VERIFY_EXIT(run, 4);
    QVERIFY(run.err.contains("Run it in a terminal"));

    QVERIFY(m_session.startKeyring()); // it knows of no such secret
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"}), 2);
}

void TestCtlSecret::isStoredAndListed()
{
    VERIFY_EXIT(m_lab.ctlWith("", {"secret", "set", "wandb"}), 2);
    VERIFY_EXIT(m_lab.ctlWith("x", {"secret", "set", "a b"}), 2);
    VERIFY_EXIT(m_lab.ctl({"secret", "set", "wandb", Planted}), 2); // no place for it
    VERIFY_EXIT(m_lab.ctlWith(QByteArray(Planted) + '\n', {"secret", "set", "wandb"}), 0);
    const Outcome list = m_lab.ctl({"secret", "list"});
    VERIFY_EXIT(list, 0);
    QVERIFY(list.out.contains("wandb") && list.out.contains("nowhere"));
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@no-such"}), 2);
    const Outcome nowhere = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(nowhere, 0);
    QCOMPARE(nowhere.json()["secret"].toString(), QString("wandb"));
    const Outcome mistyped = m_lab.ctl({"secret", "withdraw", "wandbb", "--yes"});
    VERIFY_EXIT(mistyped, 2);
    QVERIFY2(mistyped.err.contains("There is no secret \"wandbb\"."), mistyped.err);
    QCOMPARE(filesWithIt(), QStringList());
}

void TestCtlSecret::isPutOnWorkersAndTakenAwayAgain()
{
    VERIFY_EXIT(
        m_lab.admin("pod", "printf 'machine example.com\\n login me\\n password mine\\n' >.netrc"),
        0);
    const Outcome put =
        m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb", "--json"});
    VERIFY_EXIT(put, 0);
    QVERIFY(!put.all().contains(Planted));
    VERIFY_EXIT(
        m_lab.ctl(
            {"recipe", "run", "secret-file", "pod:1", "--set", "secret=@wandb", "--set",
             "path=~/.keys/deploy"}),
        0);
    VERIFY_EXIT(m_lab.admin("pod", QString("grep -q %1 .netrc").arg(Planted), 0), 0);
    VERIFY_EXIT(m_lab.admin("pod", "test $(stat -c %a .keys/deploy) = 600", 1), 0);
    const auto secret = m_lab.ctl({"secret", "list", "--json"}).json()["secrets"].toArray().at(0);
    const QJsonArray placements = secret.toObject()["placements"].toArray();
    QCOMPARE(placements.size(), 3);
    for (const auto &each : placements) {
        QVERIFY(each.toObject()["certain"].toBool());
    }
    const Outcome plan = m_lab.ctl({"secret", "withdraw", "wandb", "--dry-run"});
    VERIFY_EXIT(plan, 0);
    QVERIFY(plan.out.contains("~/.netrc (api.wandb.ai)") && plan.out.contains("~/.keys/deploy"));
    VERIFY_EXIT(m_lab.ctl({"secret", "withdraw", "wandb"}), 4); // nobody can be asked
    VERIFY_EXIT(m_lab.admin("pod", "test -e .keys/deploy", 1), 0);
    const Outcome away = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(away, 0);
    QCOMPARE(states(away), QStringList({"removed", "removed", "removed"}));
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(m_lab.admin("pod", QString("! grep -rq %1 .").arg(Planted), worker), 0);
    }
    VERIFY_EXIT(m_lab.admin("pod", "grep -q 'password mine' .netrc", 0), 0);
    QVERIFY(m_lab.ctl({"secret", "list"}).out.contains("nowhere"));
    QCOMPARE(filesWithIt(), QStringList());
}

void TestCtlSecret::isNeverInACommandLineOrEnvironment()
{
    // A step that looks for it in all processes, its own and its parents' among them.
    QFile recipe(m_lab.file("look.sh"));
    QVERIFY(recipe.open(QIODevice::WriteOnly));
    recipe.write("#: recipe look\n#: purpose Try\n#: parameter key secret\n"
                 "#: step Nobody has it\n#: check\n"
                 "for file in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do\n"
                 "    text=$(tr '\\0' '\\n' <\"$file\" 2>/dev/null) || continue\n"
                 "    case $text in *\"$R_key\"*) exit 1 ;; esac\n"
                 "done\n"
                 "#: act\nfalse\n");
    recipe.close();
    const Outcome look =
        m_lab.ctl({"recipe", "run", m_lab.file("look.sh"), "pod", "--set", "key=@wandb", "--json"});
    VERIFY_EXIT(look, 0);
    // It does not say where it puts it: that is said, and never taken for gone.
    const Outcome away = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(away, 3);
    QCOMPARE(states(away), QStringList({"unknown", "unknown"}));
    QVERIFY(away.out.contains("does not say where"));
    QVERIFY(m_lab.ctl({"secret", "list"}).out.contains("on 2 workers of pod"));
    VERIFY_EXIT(m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--forget"}), 3);
    QVERIFY(m_lab.ctl({"secret", "list"}).out.contains("nowhere"));
    QCOMPARE(filesWithIt(), QStringList());
}

void TestCtlSecret::anotherOneIsLeftAlone()
{
    VERIFY_EXIT(
        m_lab.ctl({"recipe", "run", "huggingface-token", "pod", "--set", "token=@wandb"}), 0);
    VERIFY_EXIT(m_lab.admin("pod", "echo theirs >.cache/huggingface/token", 0), 0);
    VERIFY_EXIT(m_lab.admin("pod", "rm .cache/huggingface/token", 1), 0);
    const Outcome away = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(away, 0);
    QCOMPARE(states(away), QStringList({"other", "absent"}));
    VERIFY_EXIT(m_lab.admin("pod", "grep -qx theirs .cache/huggingface/token", 0), 0);
}

void TestCtlSecret::whatCannotBeAskedStaysListed()
{
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"}), 0);
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:refuse").status, 200);
    const Outcome some = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(some, 3);
    QCOMPARE(states(some), QStringList({"removed", "unknown"}));
    QVERIFY(m_lab.ctl({"secret", "list"}).out.contains("on 1 worker of pod"));
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:restore").status, 200);
    VERIFY_EXIT(m_lab.ctl({"secret", "withdraw", "wandb", "--yes"}), 0);
    VERIFY_EXIT(m_lab.admin("pod", QString("! grep -rq %1 .").arg(Planted), 1), 0);
    // Nor is one that did not answer told as if it had it.
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:refuse").status, 200);
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"}), 3);
    const Outcome list = m_lab.ctl({"secret", "list"});
    QVERIFY2(list.out.contains("on 2 workers of pod (not certain on 1 of them)"), list.out);
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:restore").status, 200);
    VERIFY_EXIT(m_lab.ctl({"secret", "withdraw", "wandb", "--yes"}), 0);
}

void TestCtlSecret::isRemoved()
{
    VERIFY_EXIT(m_lab.ctl({"secret", "remove", "no-such", "--yes"}), 2);
    VERIFY_EXIT(m_lab.ctl({"secret", "remove", "wandb"}), 4);
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"}), 0);
    const Outcome removed = m_lab.ctl({"secret", "remove", "wandb", "--yes"});
    VERIFY_EXIT(removed, 0);
    QVERIFY2(removed.err.contains("wandb is not in the keyring any more."), removed.err);
    // Where it still is, is known, until it has been taken away there.
    const Outcome away = m_lab.ctl({"secret", "withdraw", "wandb", "--yes", "--json"});
    VERIFY_EXIT(away, 0);
    QCOMPARE(states(away), QStringList({"removed", "removed"}));
    VERIFY_EXIT(m_lab.ctl({"secret", "withdraw", "wandb", "--yes"}), 2);
    QVERIFY(m_lab.ctl({"secret", "list", "--json"}).json()["secrets"].toArray().isEmpty());
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod", "--set", "key=@wandb"}), 2);
}

QTEST_GUILESS_MAIN(TestCtlSecret)
#include "tst_ctlsecret.moc"
