// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// A day with a pod of eight workers, by podiumctl alone: wedged by two users, freed, verified, set
// up, training, watched, and its secrets taken away again. What it says is looked at on the workers
// by the real ssh. The hour of the watch is one of the workers' own counters: they are an hour on
// from one look to the next.
#include "tests/app/podiumctl/day/daylab.h"

#include <algorithm>
#include <csignal>
#include <functional>

using namespace podium::tests;

namespace {

// See tests/data/day.
constexpr int Forked = 1;
constexpr int Deaf = 2;
constexpr int Odd = 3;
constexpr int Stale = 5;
constexpr int Theirs = 6;
constexpr int Shared = 7;

/// In all secrets.
constexpr const char *Planted = "hunter2-planted";

QString nameOf(int worker)
{
    return QString("lab/us-central2-b/pod:%1").arg(worker);
}

/// Not in JSON.
QString shortNameOf(int worker)
{
    return QString("pod:%1").arg(worker);
}

bool isAbout(const QJsonValue &value, double wanted)
{
    return value.isDouble() && qAbs(value.toDouble() - wanted) < 0.02;
}

bool hasTrained(const QJsonObject &look)
{
    return look["error"].isNull() && isAbout(look["cpu"], 0.6) &&
           look["uptimeSeconds"].isDouble() && look["tpu"].toObject()["dutyCycle"].toDouble() > 0.7;
}

/// Its memory is full, and what the kernel did for that, too.
bool hasRested(const QJsonObject &look)
{
    const QString warnings = look["warnings"].toVariant().toStringList().join(' ');
    return isAbout(look["cpu"], 0.03) && look["tpu"].toObject()["dutyCycle"] == QJsonValue(0.0) &&
           warnings.contains("Memory is 97 % full.") &&
           warnings.contains("the kernel has ended processes (2)");
}

} // namespace

class TestCtlDay final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aWedgedPodIsSeen();
    void thePlanLeavesWhatIsTheirs();
    void itIsFreedButForWhatIsTheirs();
    void allAnswerOnceTheyLetGo();
    void aSecretIsPutIntoAFile();
    void aFailedWorkerIsMendedAndResumed();
    void aSecretIsPutBesideOthers();
    void theTrainingRunsInTmuxOnAll();
    void theOddOneShowsInAnHour();
    void theTableNamesTheOddOne();
    void secretsAreTakenAwayAgain();

private:
    using Looks = QMap<QString, QJsonObject>; ///< of each worker
    /// Of what a running `top` says the first look at each worker that is as wished, or fewer.
    [[nodiscard]] Looks awaitLooks(
        QProcess &top, const std::function<bool(const QString &, const QJsonObject &)> &isWished)
    {
        Looks looks;
        QElapsedTimer since;
        since.start();
        while (looks.size() < DayLab::Workers && since.elapsed() < podium::Patience) {
            if (!top.canReadLine()) {
                if (!top.waitForReadyRead(podium::Patience)) {
                    break;
                }
                continue;
            }
            const QByteArray line = top.readLine();
            m_lab.keep(line);
            const QJsonObject look = QJsonDocument::fromJson(line).object();
            const QString worker = look["worker"].toString();
            if (!looks.contains(worker) && isWished(worker, look)) {
                looks.insert(worker, look);
            }
        }
        return looks;
    }
    /// Nothing of lin's has been touched.
    void theirsIsAsItWas() const { QCOMPARE(m_lab.on(DayLab::script("theirs")), m_theirs); }

    DayLab m_lab;
    QStringList m_theirs; ///< of each worker, see tests/data/day/theirs.sh
};

void TestCtlDay::initTestCase()
{
    if (const QString missing = DayLab::missingProgram(); !missing.isEmpty()) {
        QSKIP(qPrintable(QString("%1 is not installed").arg(missing)));
    }
    QVERIFY2(m_lab.start(), qPrintable(m_lab.error()));
    if (m_lab.lab().cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.error()));
    }
    m_lab.asRootOnAll(DayLab::script("wedge", "own=" + m_lab.user()) + DayLab::script("held"));
}

void TestCtlDay::aWedgedPodIsSeen()
{
    const QString own = m_lab.user();
    const auto holding = [](const Outcome &outcome) {
        QStringList all = eachText(outcome, "holders", "user");
        for (QString &users : all) {
            QStringList sorted = users.split(' ');
            sorted.sort();
            users = sorted.join(' ');
        }
        return all;
    };
    QStringList both{own, "lin"};
    both.sort();
    QStringList expected = DayLab::alike(own, Forked, own + ' ' + own);
    expected[Theirs] = "lin";
    expected[Shared] = both.join(' ');
    const Outcome seen = m_lab.holders();
    VERIFY_EXIT(seen, 0);
    QCOMPARE(holding(seen), expected);
    const QJsonArray workers = seen.json()["workers"].toArray();
    for (const int worker : {Deaf, Theirs}) {
        const QJsonObject each = workers[worker].toObject();
        const QJsonObject lock = each["lockFile"].toObject();
        QCOMPARE(lock["ownerPid"], each["holders"].toArray()[0].toObject()["pid"]);
        QCOMPARE(lock["user"].toString(), worker == Deaf ? own : QString("lin"));
    }
    m_theirs = m_lab.on(DayLab::script("theirs"));
    QVERIFY2(m_theirs[0].contains(QRegularExpression("^\\d+ \\d+$")), qPrintable(m_theirs[0]));
    QVERIFY(m_theirs[Theirs].contains("lock ") && m_theirs[Shared].contains("lock "));
}

void TestCtlDay::thePlanLeavesWhatIsTheirs()
{
    const Outcome plan = m_lab.ctl({"tpu", "free", "pod"});
    VERIFY_EXIT(plan, 4);
    const QString lines = QString::fromUtf8(plan.out);
    for (const int worker : {Theirs, Shared}) {
        QVERIFY2(lines.contains(shortNameOf(worker) + ": leaves lin's eval.py (pid "), plan.out);
        QVERIFY2(!lines.contains(shortNameOf(worker) + ": removes"), plan.out);
    }
    QVERIFY2(!lines.contains(shortNameOf(Theirs) + ": ends"), plan.out);
    QCOMPARE(lines.count(shortNameOf(Forked) + ": ends"), 2);
    QVERIFY2(
        lines.contains(
            shortNameOf(Deaf) + QString(": removes %1's lock file, once nobody").arg(m_lab.user())),
        plan.out);
    QVERIFY2(plan.all().contains("ask first"), plan.all());
    theirsIsAsItWas();
}

void TestCtlDay::itIsFreedButForWhatIsTheirs()
{
    const Outcome done = m_lab.ctl({"tpu", "free", "pod", "--yes", "--json"});
    VERIFY_EXIT(done, 1); // hers are still there
    QStringList free = DayLab::alike("true");
    free[Theirs] = free[Shared] = "false";
    QCOMPARE(workerTexts(done, "free"), free);
    QStringList outcomes = workerTexts(done, "outcome");
    QVERIFY2(
        outcomes[Shared].startsWith("Still held by lin's eval.py (pid "),
        qPrintable(outcomes[Shared]));
    outcomes[Shared] = "Free.";
    QCOMPARE(outcomes, DayLab::alike("Free.", Theirs, {})); // nothing was sent there
    const QStringList states = eachText(done, "steps", "state");
    QCOMPARE(states[Theirs], QString());
    QCOMPARE(states[Shared], QString("changed"));
    QCOMPARE(states[Forked], QString("changed changed"));
    QCOMPARE(states[Deaf], QString("changed changed")); // its lock file, too
    QVERIFY(eachText(done, "steps", "detail")[Deaf].contains("did not hear TERM and was killed"));
    VERIFY_EXIT(m_lab.lab().admin("pod", "test ! -e /tmp/libtpu_lockfile", Deaf), 0);
    theirsIsAsItWas();
}

void TestCtlDay::allAnswerOnceTheyLetGo()
{
    QStringList verdicts = DayLab::alike("good");
    verdicts[Theirs] = verdicts[Shared] = "busy";
    // A busy machine's metadata server may be silent for the three seconds that it has.
    const Outcome look = askUntil(
        [this] {
            return m_lab.ctl(QStringList{"tpu", "check", "pod", "--look-only", "--json"});
        },
        [&](const Outcome &each) { return workerTexts(each, "verdict") == verdicts; });
    VERIFY_EXIT(look, 1);
    QCOMPARE(workerTexts(look, "verdict"), verdicts);
    for (const int worker : {Theirs, Shared}) { // she was asked
        m_lab.asRoot(worker, DayLab::script("letgo"));
    }
    QCOMPARE(m_lab.summary(), QString("free on 8"));
    const Outcome check = askUntil(
        [this] {
            return m_lab.ctl(QStringList{"tpu", "check", "pod", "--json"});
        },
        [](const Outcome &each) { return each.exitCode == 0; });
    VERIFY_EXIT(check, 0);
    QCOMPARE(workerTexts(check, "verdict"), DayLab::alike("good"));
    QCOMPARE(workerTexts(check, "answers"), DayLab::alike("true"));
    // Of hers is left what holds nothing.
    const QStringList left = m_lab.on(DayLab::script("theirs"));
    for (int worker = 0; worker < DayLab::Workers; ++worker) {
        QVERIFY2(m_theirs[worker].split('\n').contains(left[worker]), qPrintable(left[worker]));
    }
    m_theirs = left;
}

void TestCtlDay::aSecretIsPutIntoAFile()
{
    QVERIFY(m_lab.startKeyring());
    for (const QString name : {"deploy", "wandb"}) {
        const QByteArray value = Planted + QByteArray("-for-") + name.toUtf8() + '\n';
        VERIFY_EXIT(m_lab.ctlWith(value, QStringList{"secret", "set", name}), 0);
    }
    const Outcome put =
        m_lab.recipe({"secret-file", "--set", "secret=@deploy", "--set", "path=~/.ssh/deploy"});
    VERIFY_EXIT(put, 0);
    QCOMPARE(eachText(put, "steps", "state"), DayLab::alike("changed"));
    QCOMPARE(m_lab.on("stat -c %a .ssh/deploy"), DayLab::alike("600"));
}

void TestCtlDay::aFailedWorkerIsMendedAndResumed()
{
    const QStringList commits = m_lab.on(DayLab::script("commits"));
    const QString &commit = commits[0];
    QCOMPARE(commit.size(), 40);
    QCOMPARE(commits, DayLab::alike(commit, Stale, {}));
    const QStringList code{
        "code", "--set", QString("url=/home/%1/origin").arg(m_lab.user()), "--set",
        "commit=" + commit};
    const Outcome first = m_lab.recipe(code);
    VERIFY_EXIT(first, 1);
    QCOMPARE(
        eachText(first, "steps", "state"),
        DayLab::alike("changed changed", Stale, "changed failed"));
    QVERIFY2(eachText(first, "steps", "detail")[Stale].contains(commit), first.out);
    VERIFY_EXIT(m_lab.lab().admin("pod", DayLab::script("commits", "mended=1"), Stale), 0);
    const Outcome second = m_lab.recipe(code);
    VERIFY_EXIT(second, 0);
    QCOMPARE(eachText(second, "steps", "state"), DayLab::alike("ok ok", Stale, "ok changed"));
    QCOMPARE(m_lab.on("git -C code rev-parse HEAD"), DayLab::alike(commit));
}

void TestCtlDay::aSecretIsPutBesideOthers()
{
    QCOMPARE(
        m_lab.on("printf 'machine example.com\\n login me\\n password mine\\n' >.netrc"),
        DayLab::alike({}));
    const Outcome put = m_lab.recipe({"wandb-token", "--set", "key=@wandb"});
    VERIFY_EXIT(put, 0);
    QCOMPARE(eachText(put, "steps", "state"), DayLab::alike("changed"));
    QCOMPARE(
        m_lab.on("stat -c %a .netrc; grep -c 'hunter2-plante[d]-for-wandb' .netrc; "
                 "grep -c 'password mine' .netrc"),
        DayLab::alike("600\n1\n1"));
    m_lab.asRootOnAll(DayLab::script("secret")); // where it is it is found
    QCOMPARE(m_lab.on("test -e /run/secret-found"), DayLab::alike({}));
}

void TestCtlDay::theTrainingRunsInTmuxOnAll()
{
    const Outcome begun = m_lab.recipe(
        {"tmux-start", "--set", "command=exec python3 train.py", "--set", "folder=code"});
    VERIFY_EXIT(begun, 0);
    QCOMPARE(eachText(begun, "steps", "state"), DayLab::alike("ok changed"));
    QCOMPARE(m_lab.on("tmux list-sessions -F '#{session_name}'"), DayLab::alike("train"));
    m_lab.asRootOnAll(DayLab::script("held"));
    // Nobody else's, and free on none.
    const QString summary = m_lab.summary();
    QVERIFY2(
        summary.contains(QRegularExpression(
            QString("^held by %1's train.py on 8, since [^;]*$").arg(m_lab.user()))),
        qPrintable(summary));
    QCOMPARE(m_lab.on("test ! -e .podium/train/exit"), DayLab::alike({}));
    theirsIsAsItWas();
}

void TestCtlDay::theOddOneShowsInAnHour()
{
    m_lab.asRootOnAll(DayLab::script("load"));
    ChildProcess top;
    begin(
        top, PODIUM_BIN_DIR "/podiumctl", {"top", "pod", "--interval", "1", "--json"},
        m_lab.lab().environment());
    const Looks before =
        awaitLooks(top, [](const QString &, const QJsonObject &look) { return hasTrained(look); });
    QCOMPARE(before.size(), DayLab::Workers);
    m_lab.asRootOnAll(DayLab::script("load", "passed=1"));
    const Looks after = awaitLooks(top, [&](const QString &worker, const QJsonObject &look) {
        constexpr double hour = 3600;
        return look["uptimeSeconds"].toDouble() >=
                   before[worker]["uptimeSeconds"].toDouble() + hour &&
               (worker == nameOf(Odd) ? hasRested(look) : hasTrained(look));
    });
    QCOMPARE(after.size(), DayLab::Workers);
    QCOMPARE(::kill(pid_t(top.processId()), SIGINT), 0);
    const Outcome ended = outcomeOf(top);
    m_lab.keep(ended.all());
    VERIFY_EXIT(ended, 130);
    for (const QJsonObject &look : after) {
        const QString warnings = look["warnings"].toVariant().toStringList().join(' ');
        QVERIFY2(!warnings.contains("restarted"), qPrintable(warnings));
        QCOMPARE(warnings.contains("emory"), look["worker"].toString() == nameOf(Odd));
    }
}

void TestCtlDay::theTableNamesTheOddOne()
{
    const QByteArray odd = shortNameOf(Odd).toUtf8() + ": ";
    const QByteArrayList wished{
        odd + "TPU duty cycle: 0 %; the others of its node: about ",
        odd + "CPU: 3 %; the others of its node: about 60 %.",
        odd + "Memory: 97 %; the others of its node: about 40 %."};
    const auto saysAll = [&wished](const Outcome &each) {
        return std::all_of(wished.begin(), wished.end(), [&each](const QByteArray &line) {
            return each.out.contains(line);
        });
    };
    const Outcome table = askUntil(
        [this] {
            return m_lab.ctl(QStringList{"top", "pod", "--looks", "2", "--interval", "1"});
        },
        saysAll);
    VERIFY_EXIT(table, 0);
    QVERIFY2(saysAll(table), table.out);
    QCOMPARE(table.out.count("the others of its node"), wished.size()); // of it alone
}

void TestCtlDay::secretsAreTakenAwayAgain()
{
    for (const QString name : {"wandb", "deploy"}) {
        const Outcome away = m_lab.ctl({"secret", "withdraw", name, "--yes", "--json"});
        VERIFY_EXIT(away, 0);
        QStringList states;
        for (const QJsonValue &each : away.json()["withdrawals"].toArray()) {
            states << each.toObject()["state"].toString();
        }
        QCOMPARE(states, DayLab::alike("removed"));
    }
    m_lab.asRootOnAll(DayLab::script("secret"));
    QCOMPARE(
        m_lab.on("test ! -e /run/secret-found && test ! -e .ssh/deploy && "
                 "grep -c 'password mine' .netrc; tmux has-session -t =train"),
        DayLab::alike("1")); // and the training goes on
    const QJsonArray secrets = m_lab.ctl({"secret", "list", "--json"}).json()["secrets"].toArray();
    QCOMPARE(secrets.size(), 2);
    for (const QJsonValue &secret : secrets) {
        QVERIFY(secret.toObject()["placements"].toArray().isEmpty());
    }
    const Outcome told = m_lab.ctl({"activity", "--parts", "--json"});
    VERIFY_EXIT(told, 0);
    for (const char *part :
         {"Freed the TPU on 6 of 7 workers.",
          "Recipe secret-file: ", "Recipe code: ", "Recipe wandb-token: ", "Recipe tmux-start: "}) {
        QVERIFY2(told.out.contains(part), part);
    }
    // History, database, journals, log: Podium has written there, and not that.
    QVERIFY(!m_lab.lab().filesWith("Recipe wandb-token").isEmpty());
    QCOMPARE(m_lab.lab().filesWith(Planted), QStringList());
    QVERIFY(!m_lab.said().contains(Planted));
    theirsIsAsItWas();
}

QTEST_GUILESS_MAIN(TestCtlDay)
#include "tst_ctlday.moc"
