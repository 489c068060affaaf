// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl recipe: one's own, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/app/podiumctl/recipe/stepstates.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;
using podium::tests::stepStates;

class TestCtlRecipe final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFileOfManyLinesIsOneSecret();
    void aFailedWorkerGoesOnWhereItStopped();
    void eachAfterTheOtherStopsAtOneThatIsNotGood();
    void whatIsWrongIsNeverSent();
    void filesOfAFolderComeAlong();
    void furtherFoldersAreFound();
    void endlessOutputAndPromptsEnd();

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_lab.file(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    CtlLab m_lab;
};

void TestCtlRecipe::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
}

/// A deploy key: ssh takes it with all of its lines or not at all.
void TestCtlRecipe::aFileOfManyLinesIsOneSecret()
{
    const QString key = m_lab.file("deploy");
    VERIFY_EXIT(
        podium::tests::execute(
            "ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-C", "deploy", "-f", key},
            m_lab.environment()),
        0);
    QFile file(key);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArrayList lines = file.readAll().trimmed().split('\n');
    QVERIFY(lines.size() > 3);
    const QStringList run{"recipe",     "run",           "secret-file",
                          "pod",        "--set",         "path=~/.ssh/deploy",
                          "--set-file", "secret=" + key, "--json"};
    const Outcome put = m_lab.ctl(run);
    VERIFY_EXIT(put, 0);
    QCOMPARE(stepStates(put), QString("changed changed"));
    QCOMPARE(stepStates(m_lab.ctl(run)), QString("ok ok"));
    QFile open(key + ".pub");
    QVERIFY(open.open(QIODevice::ReadOnly));
    const Outcome derived = m_lab.admin("pod", "ssh-keygen -y -f .ssh/deploy", 1);
    VERIFY_EXIT(derived, 0);
    QVERIFY(derived.out.contains(open.readAll().split(' ').value(1)));
    // A step that fails and prints it, line by line.
    write(
        "leak.sh", "#: recipe leak\n#: purpose Try\n#: parameter key secret\n#: step Print\n"
                   "#: check\nfalse\n#: act\n"
                   "printf '%s\\n' \"$R_key\" | sed 's/^/key: /'\nexit 1\n");
    const Outcome leak = m_lab.ctl(
        {"recipe", "run", m_lab.file("leak.sh"), "pod", "--set-file", "key=" + key, "--json"});
    VERIFY_EXIT(leak, 1);
    QVERIFY(leak.out.contains("key: (secret)"));
    for (const QByteArray &line : lines) {
        QVERIFY2(line.size() < 8 || !leak.all().contains(line), line.constData());
    }
    write("empty", "\n");
    VERIFY_EXIT(
        m_lab.ctl(
            {"recipe", "run", "wandb-token", "pod", "--set-file", "key=" + m_lab.file("empty")}),
        2);
}

void TestCtlRecipe::aFailedWorkerGoesOnWhereItStopped()
{
    write(
        "mine.sh", "#: recipe mine\n#: purpose Try\n"
                   "#: step First\n#: check\ntest -e one\n#: act\ntouch one\n"
                   "#: step Second\n#: check\ntest -e two\n#: act\n"
                   "case $(hostname) in *-w-1) test -e mended || { echo 'not mended'; exit 5; } ;; "
                   "esac\ntouch two\n"
                   "#: step Third\n#: check\ntest -e three\n#: act\ntouch three\n");
    const QStringList run{"recipe", "run", m_lab.file("mine.sh"), "pod", "--json"};
    const Outcome lacking = m_lab.ctl(run + QStringList{"--dry-run"});
    VERIFY_EXIT(lacking, 1);
    QCOMPARE(stepStates(lacking), QString("needed needed needed needed needed needed"));
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e one"), 0);
    const Outcome first = m_lab.ctl(run);
    VERIFY_EXIT(first, 1);
    QCOMPARE(stepStates(first), QString("changed changed changed changed failed skipped"));
    QVERIFY(first.out.contains("not mended"));
    VERIFY_EXIT(m_lab.admin("pod", "touch mended", 1), 0);
    const Outcome second = m_lab.ctl(run);
    VERIFY_EXIT(second, 0);
    QCOMPARE(stepStates(second), QString("ok ok ok ok changed changed"));
    VERIFY_EXIT(m_lab.ctl(run + QStringList{"--dry-run"}), 0);
}

void TestCtlRecipe::eachAfterTheOtherStopsAtOneThatIsNotGood()
{
    const QByteArray steps = "#: recipe turns\n#: purpose Try\n"
                             "#: step First\n#: check\ntest -e turn\n#: act\n"
                             "case $(hostname) in *-w-0) test -e first-mended || exit 5; ;; esac\n"
                             "touch turn\n";
    write("turns.sh", steps);
    const QStringList run{"recipe", "run", m_lab.file("turns.sh"), "pod", "--one-by-one", "--json"};
    const Outcome first = m_lab.ctl(run);
    VERIFY_EXIT(first, 1);
    QCOMPARE(stepStates(first), QString("failed"));
    const QJsonArray workers = first.json()["workers"].toArray();
    QVERIFY(workers[0].toObject()["begun"].toBool());
    QVERIFY(!workers[1].toObject()["begun"].toBool(true));
    QVERIFY(!workers[1].toObject()["good"].toBool(true));
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e turn", 1), 0);
    const Outcome kept = m_lab.ctl({"activity", "--kind", "run", "--json"});
    VERIFY_EXIT(kept, 0);
    const QJsonObject entry = kept.json()["activity"].toArray().last().toObject();
    QCOMPARE(entry["summary"].toString(), QString("Recipe turns: 1 failed · 1 not begun."));
    QCOMPARE(entry["outcome"].toString(), QString("bad"));
    QCOMPARE(entry["parts"].toArray().size(), 2);
    const Outcome told =
        m_lab.ctl({"recipe", "run", m_lab.file("turns.sh"), "pod", "--one-by-one"});
    VERIFY_EXIT(told, 1);
    QVERIFY2(told.out.contains("\npod:1: not begun\n"), told.out);
    VERIFY_EXIT(m_lab.admin("pod", "touch first-mended"), 0);
    // A recipe that says so needs no option.
    write("turns.sh", QByteArray(steps).replace("#: step", "#: on each\n#: step"));
    const Outcome second = m_lab.ctl({"recipe", "run", m_lab.file("turns.sh"), "pod", "--json"});
    VERIFY_EXIT(second, 0);
    QCOMPARE(stepStates(second), QString("changed changed"));
}

void TestCtlRecipe::filesOfAFolderComeAlong()
{
    QVERIFY(QDir().mkpath(m_lab.file("along")));
    write("along/conf", "set -g mouse on\n");
    write(
        "along/recipe.sh", "#: recipe along\n#: purpose Try\n#: step The file is there\n#: check\n"
                           "cmp -s \"$R_FILES/conf\" along.conf\n#: act\n"
                           "cp \"$R_FILES/conf\" along.conf\n");
    const QStringList run{"recipe", "run", m_lab.file("along"), "pod", "--json"};
    const Outcome first = m_lab.ctl(run);
    VERIFY_EXIT(first, 0);
    QCOMPARE(stepStates(first), QString("changed changed"));
    QCOMPARE(stepStates(m_lab.ctl(run)), QString("ok ok"));
    VERIFY_EXIT(
        m_lab.admin("pod", "grep -q mouse along.conf && ! ls -d /tmp/podium-recipe.* 2>&1", 1), 0);
    QVERIFY(QDir().mkpath(m_lab.file("along/more")));
    const Outcome refused = m_lab.ctl(run);
    VERIFY_EXIT(refused, 2);
    QVERIFY2(refused.all().contains("along/more"), refused.all());
}

void TestCtlRecipe::endlessOutputAndPromptsEnd()
{
    write(
        "ask.sh", "#: recipe ask\n#: purpose Try\n#: step Ask\n#: check\nfalse\n#: act\n"
                  "read -r answer || { echo 'nobody answers'; exit 7; }\n");
    const Outcome asks = m_lab.ctl({"recipe", "run", m_lab.file("ask.sh"), "pod", "--json"});
    VERIFY_EXIT(asks, 1);
    QCOMPARE(stepStates(asks), QString("failed failed"));
    QVERIFY(asks.out.contains("nobody answers"));
    write(
        "endless.sh", "#: recipe endless\n#: purpose Try\n#: limit 3\n#: step Talk\n#: check\n"
                      "false\n#: act\nyes talking on and on\n");
    const Outcome endless = m_lab.ctl({"recipe", "run", m_lab.file("endless.sh"), "pod", "--json"});
    VERIFY_EXIT(endless, 3);
    for (const auto &worker : endless.json()["workers"].toArray()) {
        QCOMPARE(worker.toObject()["error"].toObject()["kind"].toString(), QString("timeout"));
    }
    // It is ended there, too; whoever is its parent by then has to take leave of it.
    QTRY_COMPARE(m_lab.admin("pod", "! pgrep -x yes").exitCode, 0);
}

void TestCtlRecipe::whatIsWrongIsNeverSent()
{
    write("crlf.sh", "#: recipe x\r\n#: purpose x\r\n");
    write("syntax.sh", "#: recipe x\n#: purpose x\n#: step A\n#: check\nif\n#: act\ntouch sent\n");
    write(
        "warned.sh",
        "#: recipe x\n#: purpose x\n#: step A\n#: check\nfalse\n#: act\napt-get upgrade\n");
    for (const char *name : {"crlf.sh", "syntax.sh", "no-such.sh"}) {
        VERIFY_EXIT(m_lab.ctl({"recipe", "run", m_lab.file(name), "pod"}), 2);
        VERIFY_EXIT(m_lab.ctl({"recipe", "check", m_lab.file(name)}), 2);
    }
    const Outcome unknown = m_lab.ctl({"recipe", "show", "no-such"});
    VERIFY_EXIT(unknown, 2);
    QVERIFY2(unknown.err.contains("`podiumctl recipe list`"), unknown.err);
    write("run.sh", "#: recipe x\n#: purpose x\n");
    const Outcome noScript = m_lab.ctl({"run", "pod", "--scripts", m_lab.file(""), "--job", "run"});
    VERIFY_EXIT(noScript, 2);
    QVERIFY2(noScript.err.contains("`podiumctl recipe run "), noScript.err);
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "wandb-token", "pod"}), 2); // a value is missing
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "limits", "pod", "--set", "x=1"}), 2);
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "limits", "no-such"}), 2);
    const Outcome number = m_lab.ctl({"recipe", "run", "limits", "pod", "--set", "files=many"});
    VERIFY_EXIT(number, 2);
    QVERIFY2(number.err.contains("a whole number, 1024 or more"), number.err);
    VERIFY_EXIT(
        m_lab.ctl({"recipe", "run", "code", "pod", "--set", "url=x", "--set", "commit=main"}), 2);
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e sent"), 0);
    const Outcome warned = m_lab.ctl({"recipe", "check", m_lab.file("warned.sh")});
    VERIFY_EXIT(warned, 1);
    QVERIFY(warned.out.contains("driver"));
    if (!QStandardPaths::findExecutable("shellcheck").isEmpty()) {
        write(
            "loose.sh", "#: recipe x\n#: purpose x\n#: step A\n#: check\ntest -e loose\n#: act\n"
                        "touch $HOME/loose\n");
        const Outcome loose = m_lab.ctl({"recipe", "check", m_lab.file("loose.sh")});
        VERIFY_EXIT(loose, 1);
        QVERIFY(loose.out.contains("Line 7: ") && loose.out.contains("SC2086"));
        VERIFY_EXIT(m_lab.ctl({"recipe", "run", m_lab.file("loose.sh"), "pod"}), 0); // warned of
    }
    VERIFY_EXIT(m_lab.ctl({"recipe", "new", "my-own"}), 0);
    VERIFY_EXIT(m_lab.ctl({"recipe", "new", "my-own"}), 2);
    VERIFY_EXIT(m_lab.ctl({"recipe", "check", "my-own"}), 0);
    VERIFY_EXIT(m_lab.ctl({"recipe", "run", "my-own", "pod"}), 0);
    const Outcome list = m_lab.ctl({"recipe", "list"});
    VERIFY_EXIT(list, 0);
    QVERIFY(list.out.contains("my-own") && list.out.contains("(yours)"));
    QVERIFY(list.out.contains("(uses sudo)") && list.out.contains("(as root)"));
    const Outcome document = m_lab.ctl({"recipe", "list", "--json"});
    VERIFY_EXIT(document, 0);
    for (const QJsonValue &recipe : document.json()["recipes"].toArray()) {
        if (recipe.toObject()["name"] == QLatin1String("limits")) {
            QVERIFY(recipe.toObject()["root"].toBool() && !recipe.toObject()["usesSudo"].toBool());
            const QJsonObject files = recipe.toObject()["parameters"].toArray()[0].toObject();
            QCOMPARE(files["type"].toString(), QString("number"));
            QCOMPARE(files["least"].toInt(), 1024);
            QVERIFY(files["most"].isNull());
        }
    }
    QVERIFY(m_lab.ctl({"recipe", "show", "limits"}).out.contains("#: recipe limits"));
}

/// As a lab's checkout, with other scripts in it.
void TestCtlRecipe::furtherFoldersAreFound()
{
    const auto recipe = [](const QByteArray &name, const QByteArray &file) -> QByteArray {
        return "#: recipe " + name + "\n#: purpose Try\n#: step One\n#: check\ntest -e " + file +
               "\n#: act\ntouch " + file + "\n";
    };
    QVERIFY(
        QDir().mkpath(m_lab.file("lab/set-ups")) && QDir().mkpath(m_lab.file(".config/podium")));
    write("lab/set-ups/lab-tools.sh", recipe("lab-tools", "lab-tools"));
    write("lab/set-ups/git-identity.sh", recipe("git-identity", "lab-identity"));
    write("lab/set-ups/train.sh", "exec python3 train.py\n");
    write(".config/podium/config.json", R"({"recipeFolders": ["~/lab/set-ups"]})");
    const Outcome list = m_lab.ctl({"recipe", "list", "--json"});
    VERIFY_EXIT(list, 0);
    QVERIFY(list.json()["errors"].toArray().isEmpty());
    QVERIFY2(
        list.err.contains("git-identity: ") &&
            list.err.contains("is used, not the one that comes with Podium"),
        list.err);
    int found = 0;
    for (const QJsonValue &each : list.json()["recipes"].toArray()) {
        const QJsonObject one = each.toObject();
        if (one["name"] == QLatin1String("git-identity")) {
            QVERIFY(one["file"].toString().endsWith("/lab/set-ups/git-identity.sh"));
            QCOMPARE(one["insteadOf"].toArray(), (QJsonArray{QJsonValue()}));
            ++found;
        } else if (one["name"] == QLatin1String("lab-tools")) {
            QVERIFY(one["insteadOf"].toArray().isEmpty());
            ++found;
        }
    }
    QCOMPARE(found, 2);
    const Outcome run = m_lab.ctl({"recipe", "run", "git-identity", "pod", "--json"});
    VERIFY_EXIT(run, 0);
    QCOMPARE(stepStates(run), QString("changed changed"));
    VERIFY_EXIT(m_lab.admin("pod", "test -e lab-identity", 1), 0);
    QVERIFY(m_lab.ctl({"complete", "--", "recipe", "run", "lab-t"}).out.startsWith("lab-tools\t"));
    // What may be in it is not taken from elsewhere.
    write(".config/podium/config.json", R"({"recipeFolders": ["~/lab/gone"]})");
    const Outcome gone = m_lab.ctl({"recipe", "run", "git-identity", "pod"});
    VERIFY_EXIT(gone, 2);
    QVERIFY2(gone.err.contains("/lab/gone cannot be read"), gone.err);
    QVERIFY(QFile::remove(m_lab.file(".config/podium/config.json")));
}

QTEST_GUILESS_MAIN(TestCtlRecipe)
#include "tst_ctlrecipe.moc"
