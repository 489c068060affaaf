// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"
#include "core/recipe/recipestore.h"
#include "tests/core/remote/shells.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

namespace {

/// Of a disk that is full: what grep writes to a file is cut short, without a word, as busybox does
/// it.
constexpr const char *FullDisk = R"sh(
grep() {
    if [ -f /proc/self/fd/1 ]; then command grep "$@" | head -c 4; else command grep "$@"; fi
}
)sh";

/// In the place of tmux: a session is a file, and what is to run in it has ended at once.
constexpr const char *FakeTmux = R"sh(#!/bin/sh
case $1 in
has-session) test -e "$HOME/session" ;;
list-panes) cat "$HOME/pane" ;;
kill-session) rm "$HOME/session" ;;
new-session)
    shift 4
    "$@" && rm "$HOME/.podium/train/exit" && touch "$HOME/session"
    ;;
esac
)sh";

} // namespace

/// What the recipes that come with Podium do to files, under each shell, in a folder of this
/// machine.
class TestBuiltInFiles final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }
    void environmentStaysWhole_data() { addShells(); }
    void environmentStaysWhole();
    void aSecretLiesWhereItWasSent_data() { addShells(); }
    void aSecretLiesWhereItWasSent();
    void aSecretIsInNobodyElsesFile_data() { addShells(); }
    void aSecretIsInNobodyElsesFile();
    void othersEntriesStay_data() { addShells(); }
    void othersEntriesStay();
    void aKeyThatWasLeftInTheMiddleGoes_data() { addShells(); }
    void aKeyThatWasLeftInTheMiddleGoes();
    void aTokenGoesFromItsFolder_data() { addShells(); }
    void aTokenGoesFromItsFolder();
    void noShellLocksAnybodyOut_data() { addShells(); }
    void noShellLocksAnybodyOut();
    void noLimitLocksEverybodyOut_data() { addShells(); }
    void noLimitLocksEverybodyOut();
    void aCommandRunsAsItIsTyped_data() { addShells(); }
    void aCommandRunsAsItIsTyped();
    void whatOutlivesItsTerminalIsEnded_data() { addShells(); }
    void whatOutlivesItsTerminalIsEnded();
    void torchWithoutItsTpuPartGetsIt_data() { addShells(); }
    void torchWithoutItsTpuPartGetsIt();
    void aCheckoutThatBrokeOffGoesOn_data() { addShells(); }
    void aCheckoutThatBrokeOffGoesOn();
    void aLockFileMeansItsOwnFolder_data() { addShells(); }
    void aLockFileMeansItsOwnFolder();
    void aTimeZoneIsSetWhereverItStands_data() { addShells(); }
    void aTimeZoneIsSetWhereverItStands();
    void whyABucketDoesNotAnswerIsNotGuessed_data() { addShells(); }
    void whyABucketDoesNotAnswerIsNotGuessed();
    void aFolderIsExportedAsExportfsTellsIt_data() { addShells(); }
    void aFolderIsExportedAsExportfsTellsIt();
    void whatCannotBeSeenIsNotToldAsEnded_data() { addShells(); }
    void whatCannotBeSeenIsNotToldAsEnded();

private:
    /// Those in bin are found before the ones of this machine.
    void writeProgram(const QString &path, const QByteArray &text) const
    {
        QVERIFY(QDir(m_home->path()).mkpath(QFileInfo(path).path()));
        write(path, text);
        QVERIFY(QFile::setPermissions(m_home->filePath(path), QFile::ReadOwner | QFile::ExeOwner));
    }
    void write(const QString &path, const QByteArray &text) const
    {
        QFile file(m_home->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] QByteArray read(const QString &path) const
    {
        QFile file(m_home->filePath(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("none");
    }
    [[nodiscard]] QStringList files(const QString &folder = {}) const
    {
        return QDir(m_home->filePath(folder)).entryList(QDir::Files | QDir::Hidden);
    }
    /// Its /etc is the home, its /bin a folder there; `before` comes before each act.
    [[nodiscard]] std::vector<remote::Step>
    verdicts(const char *name, const Values &given = {}, const QByteArray &before = {}) const
    {
        const std::vector<StoredRecipe> &all = builtInRecipes();
        const auto stored = std::find_if(all.begin(), all.end(), [name](const StoredRecipe &each) {
            return each.recipe.name == QLatin1String(name);
        });
        Recipe recipe = stored->recipe;
        for (RecipeStep &step : recipe.steps) {
            step.check.replace("/etc/", m_home->path().toUtf8() + '/');
            step.act.replace("/etc/", m_home->path().toUtf8() + '/');
            step.check.replace("\"/bin/", "\"$HOME/shells/");
            step.act.prepend(before);
        }
        const auto values = completeValues(recipe, given);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", m_home->path());
        environment.insert("PATH", m_home->filePath("bin:") + environment.value("PATH"));
        QFETCH(QStringList, shell);
        const auto answer = remote::decodeAnswer(runScript(
            shell, recipeScript(recipe), recipeData(recipe, values.value()), environment));
        return verdictsOf(recipe, values.value(), answer.value());
    }
    /// The states of its steps.
    [[nodiscard]] QString
    carriedOut(const char *name, const Values &given = {}, const QByteArray &before = {}) const
    {
        QStringList states;
        for (const remote::Step &step : verdicts(name, given, before)) {
            states << remote::stepStateName(step.state);
        }
        return states.join(QLatin1Char(' '));
    }
    std::unique_ptr<QTemporaryDir> m_home;
};

/// On a full disk it loses nothing that is to stay.
void TestBuiltInFiles::environmentStaysWhole()
{
    const QByteArray rest = "PATH=/usr/bin:/bin\nTPU_NAME=dev\n";
    write("environment", "LD_PRELOAD=/x.so\n" + rest);
    QCOMPARE(carriedOut("ld-preload", {}, FullDisk), QString("failed"));
    QCOMPARE(read("environment"), QByteArray("LD_PRELOAD=/x.so\n" + rest));
    QCOMPARE(files(), QStringList{"environment"});
    QCOMPARE(carriedOut("ld-preload"), QString("changed"));
    QCOMPARE(read("environment"), rest);
    // Nothing but what goes.
    write("environment", "LD_PRELOAD=/x.so\n");
    QCOMPARE(carriedOut("ld-preload"), QString("changed"));
    QCOMPARE(read("environment"), QByteArray());
}

/// Or nowhere: nothing of it is left in a folder that has that name.
void TestBuiltInFiles::aSecretLiesWhereItWasSent()
{
    const auto sent = [this](const char *path) {
        return carriedOut("secret-file", {{"path", path}, {"secret", "hunter2"}});
    };
    QCOMPARE(sent("~/keys/deploy"), QString("changed"));
    QCOMPARE(sent("deploy"), QString("changed"));
    QCOMPARE(read("keys/deploy"), QByteArray("hunter2\n"));
    QCOMPARE(read("deploy"), QByteArray("hunter2\n"));
    for (const char *folder : {"~/keys", "~/keys/", "~/more/", "keys"}) {
        QVERIFY2(sent(folder) == QLatin1String("failed"), folder);
    }
    QCOMPARE(files("keys"), QStringList{"deploy"});
    QCOMPARE(files("more"), QStringList());
    QCOMPARE(files(), QStringList{"deploy"});
}

/// In a folder of several people one may have made the file through which it goes.
void TestBuiltInFiles::aSecretIsInNobodyElsesFile()
{
    writeProgram("hub/token.podium-new", "theirs");
    const QByteArray theirs = m_home->filePath("hub/token.podium-new").toUtf8();
    QCOMPARE(::link(theirs, m_home->filePath("hub/seen").toUtf8()), 0);
    QCOMPARE(::link(theirs, m_home->filePath("hub/key.podium-new").toUtf8()), 0);
    const Values key{{"path", "~/hub/key"}, {"secret", "hunter2"}};
    QCOMPARE(carriedOut("secret-file", key), QString("changed"));
    QCOMPARE(
        carriedOut("huggingface-token", {{"folder", "~/hub"}, {"token", "hf_x"}}),
        QString("changed"));
    QCOMPARE(read("hub/seen") + read("hub/token"), QByteArray("theirshf_x\n"));
    QVERIFY(QDir(m_home->path()).mkpath("other/token"));
    const Values folder{{"folder", "~/other"}, {"token", "hf_x"}};
    QCOMPARE(carriedOut("huggingface-token", folder), QString("failed"));
    QCOMPARE(files("other") + files("other/token"), QStringList());
}

/// Also where the file cannot be read.
void TestBuiltInFiles::othersEntriesStay()
{
    const QByteArray others = "machine github.com\n  login ada\n  password x\n";
    write(".netrc", others);
    const Values key{{"key", "wandb-key"}};
    QCOMPARE(carriedOut("wandb-token", key, "awk() { return 2; }\n"), QString("failed"));
    QCOMPARE(read(".netrc"), others);
    QCOMPARE(files(), QStringList{".netrc"});
    QCOMPARE(carriedOut("wandb-token", key), QString("changed"));
    QCOMPARE(read(".netrc"), others + "machine api.wandb.ai\n  login user\n  password wandb-key\n");
    QCOMPARE(carriedOut("wandb-token-remove"), QString("changed"));
    QCOMPARE(read(".netrc"), others);
    // What does not begin a line is another's line, and there all the same.
    const QByteArray second =
        "machine a login b password c machine api.wandb.ai login d password e\n";
    write(".netrc", second);
    QCOMPARE(carriedOut("wandb-token-remove"), QString("failed"));
    QCOMPARE(read(".netrc"), second);
}

void TestBuiltInFiles::aKeyThatWasLeftInTheMiddleGoes()
{
    write(".netrc.podium-new", "machine api.wandb.ai\n  login user\n  password wandb-key\n");
    QCOMPARE(carriedOut("wandb-token-remove"), QString("changed"));
    QCOMPARE(files(), QStringList());
    QCOMPARE(carriedOut("wandb-token-remove"), QString("ok"));
}

void TestBuiltInFiles::aTokenGoesFromItsFolder()
{
    const Values folder{{"folder", "~/hub"}};
    QCOMPARE(
        carriedOut("huggingface-token", {{"folder", "~/hub"}, {"token", "hf_x"}}),
        QString("changed"));
    QCOMPARE(files("hub"), QStringList{"token"});
    QCOMPARE(carriedOut("huggingface-token-remove", folder), QString("changed"));
    QCOMPARE(files("hub"), QStringList());
}

/// sshd refuses who has a login shell that is not there.
void TestBuiltInFiles::noShellLocksAnybodyOut()
{
    writeProgram("bin/fish", "#!/bin/sh\n");
    const Values fish{{"shell", "fish"}};
    QCOMPARE(carriedOut("login-shell", fish, "usermod() { :; }\n"), QString("failed skipped"));
    writeProgram("shells/fish", "#!/bin/sh\n");
    QVERIFY(carriedOut("login-shell", fish, "usermod() { :; }\n").startsWith("ok "));
}

/// Of more open files than the kernel has PAM makes a refused login.
void TestBuiltInFiles::noLimitLocksEverybodyOut()
{
    const QString limits = "security/limits.d/90-podium.conf";
    QCOMPARE(carriedOut("limits", {{"files", "9223372036854775807"}}), QString("failed"));
    QCOMPARE(read(limits), QByteArray("none"));
    QCOMPARE(carriedOut("limits", {{"files", "65536"}}), QString("changed"));
    QCOMPARE(read(limits), QByteArray("* - nofile 65536\n* - memlock unlimited\n"));
}

/// In the shell of who logs in, which is mostly bash, in their language, and what it makes is for
/// the same people.
void TestBuiltInFiles::aCommandRunsAsItIsTyped()
{
    writeProgram("bin/tmux", FakeTmux);
    const QByteArray login = "SHELL=$(command -v bash)\nexport SHELL\n";
    const Values command{
        {"command", "[[ train == t* ]] && echo \"${LC_ALL-own}\" >language; umask >mask"}};
    const mode_t own = ::umask(0027);
    const QString states = carriedOut("tmux-start", command, login);
    ::umask(own);
    QCOMPARE(states, QString("ok changed"));
    QCOMPARE(read("mask"), QByteArray("0027\n"));
    QCOMPARE(read("language"), QByteArray("own\n"));
}

/// As under nohup: it hears neither Ctrl+C nor that its terminal is gone.
void TestBuiltInFiles::whatOutlivesItsTerminalIsEnded()
{
    writeProgram("bin/tmux", FakeTmux);
    QProcess deaf;
    deaf.setWorkingDirectory(m_home->path());
    deaf.start("setsid", {"sh", "-c", "trap '' HUP INT; echo $$ >pane; exec sleep 1000"});
    QTRY_VERIFY(read("pane").endsWith('\n'));
    QVERIFY(QDir(m_home->path()).mkpath(".podium/train"));
    write(".podium/train/exit", "0\n"); // it has ended, but for what is in the background
    write("session", {});
    QCOMPARE(carriedOut("tmux-stop", {}, "sleep() { command sleep 0.05; }\n"), QString("changed"));
    QVERIFY(deaf.waitForFinished(Patience));
    QCOMPARE(files(), QStringList{"pane"});
}

/// As pip leaves it where somebody has asked for torch_xla alone.
void TestBuiltInFiles::torchWithoutItsTpuPartGetsIt()
{
    writeProgram("venv/bin/python", R"sh(#!/bin/sh
case "$1 $2" in
"-m pip") [ "$5" = "torch_xla[tpu]==2.6.0" ] && touch "$HOME/libtpu" ;;
*find_spec*libtpu*) test -e "$HOME/libtpu" ;;
esac
)sh");
    QCOMPARE(carriedOut("torch-xla", {{"version", "2.6.0"}}), QString("ok changed"));
    QCOMPARE(carriedOut("torch-xla", {{"version", "2.6.0"}}), QString("ok ok"));
}

/// As on a full disk: git has written files, the last one in part, and no index.
void TestBuiltInFiles::aCheckoutThatBrokeOffGoesOn()
{
    if (QStandardPaths::findExecutable("git").isEmpty()) {
        QSKIP("there is no git here");
    }
    const QString origin = m_home->filePath("origin");
    const auto git = [](const QStringList &arguments) {
        QProcess process;
        process.start("git", arguments);
        return process.waitForFinished(Patience) && process.exitCode() == 0
                   ? QString(process.readAllStandardOutput()).trimmed()
                   : QString();
    };
    git({"init", "-q", origin});
    write("origin/one", "one\n");
    git({"-C", origin, "add", "one"});
    git({"-C", origin, "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-qm", "x"});
    const Values code{{"url", origin}, {"commit", git({"-C", origin, "rev-parse", "HEAD"})}};
    git({"clone", "-q", "--no-checkout", origin, m_home->filePath("code")});
    write("code/one", "o");
    QCOMPARE(carriedOut("code", code), QString("ok changed"));
    QCOMPARE(read("code/one"), QByteArray("one\n"));
    // What somebody has changed since is no such file.
    write("code/one", "mine\n");
    QCOMPARE(carriedOut("code", code), QString("ok failed"));
    QCOMPARE(read("code/one"), QByteArray("mine\n"));
}

/// A line of it may be "-e .", which pip reads by where it is started.
void TestBuiltInFiles::aLockFileMeansItsOwnFolder()
{
    writeProgram("venv/bin/python", "#!/bin/sh\npwd -P >\"$HOME/folder\"\n");
    QVERIFY(QDir(m_home->path()).mkpath("code"));
    write("code/requirements.txt", "-e .\n");
    QCOMPARE(carriedOut("requirements"), QString("changed"));
    const QString code = QFileInfo(m_home->filePath("code")).canonicalFilePath();
    QCOMPARE(QString(read("folder")).trimmed(), code);
}

/// Programs that find two zones fail, or take the wrong one.
void TestBuiltInFiles::aTimeZoneIsSetWhereverItStands()
{
    const Values tokyo{{"zone", "Asia/Tokyo"}};
    if (!QFile::exists("/usr/share/zoneinfo/Asia/Tokyo")) {
        QSKIP("no time zones are here");
    }
    QCOMPARE(carriedOut("timezone", tokyo), QString("ok changed"));
    QCOMPARE(files(), QStringList{"localtime"}); // nor is it made where there is none
    write("timezone", "Etc/UTC\n");
    QCOMPARE(carriedOut("timezone", tokyo), QString("ok changed"));
    QCOMPARE(read("timezone"), QByteArray("Asia/Tokyo\n"));
    QCOMPARE(carriedOut("timezone", tokyo), QString("ok ok"));
    QCOMPARE(files(), QStringList({"localtime", "timezone"}));
}

/// A list that took too long says nothing of permissions.
void TestBuiltInFiles::whyABucketDoesNotAnswerIsNotGuessed()
{
    writeProgram("bin/gcsfuse", "#!/bin/sh\n");
    writeProgram("bin/findmnt", "#!/bin/sh\necho data\n");
    const auto said = [this](const char *list) {
        return verdicts("gcsfuse", {{"bucket", "data"}}, list).back().detail;
    };
    const QString slow = said("timeout() { return 124; }\n");
    QVERIFY2(slow.contains("not listed within 60 s"), qPrintable(slow));
    QVERIFY2(!slow.contains("service account"), qPrintable(slow));
    const QString refused = said("timeout() { echo 'ls: Permission denied' >&2; return 2; }\n");
    QVERIFY2(refused.contains("ls: Permission denied. If the node's service"), qPrintable(refused));
}

/// It tells /srv/x for /srv//x/ too, so that the check said no for ever, behind a folder that was
/// given.
void TestBuiltInFiles::aFolderIsExportedAsExportfsTellsIt()
{
    writeProgram("bin/exportfs", "#!/bin/sh\n");
    for (const char *folder : {"/share/", "//share", "/./share", "/share/."}) {
        const auto steps = verdicts("nfs-export", {{"folder", m_home->path() + folder}});
        QVERIFY2(steps.at(1).detail.contains("written like /srv/podium"), folder);
        QVERIFY2(!QDir(m_home->filePath("share")).exists(), folder);
    }
}

/// Without pgrep all looked ended.
void TestBuiltInFiles::whatCannotBeSeenIsNotToldAsEnded()
{
    writeProgram("bin/tmux", FakeTmux);
    write("pane", "1\n");
    write("session", {});
    const QByteArray without = "command() { [ \"$2\" != pgrep ]; }\n";
    const auto steps = verdicts("tmux-stop", {}, without);
    QVERIFY2(steps.at(0).detail.contains("pgrep is missing"), qPrintable(steps.at(0).detail));
    QVERIFY(files().contains("session"));
}

QTEST_GUILESS_MAIN(TestBuiltInFiles)
#include "tst_builtinfiles.moc"
