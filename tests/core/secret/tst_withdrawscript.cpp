// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/withdraw.h"
#include "tests/core/remote/shells.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <pwd.h>
#include <unistd.h>

using namespace podium;
using namespace podium::secret;
using namespace podium::tests;

namespace {

constexpr const char *Secret = "hunter2-$(touch x)";

} // namespace

/// The script that takes secrets away, on this machine under each shell.
class TestWithdrawScript final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }
    void aFileIsRemovedWhereItIsOurs_data() { addShells(); }
    void aFileIsRemovedWhereItIsOurs();
    void whereLinesWereAddedItIsNotGone_data() { addShells(); }
    void whereLinesWereAddedItIsNotGone();
    void onlyOurEntryOfNetrcGoes_data() { addShells(); }
    void onlyOurEntryOfNetrcGoes();
    void othersEntriesStayWhereAwkEnds_data() { addShells(); }
    void othersEntriesStayWhereAwkEnds();
    void whatCannotBeLookedAtIsUnknown_data() { addShells(); }
    void whatCannotBeLookedAtIsUnknown();
    void eachMissingToolIsUnknown_data();
    void eachMissingToolIsUnknown();

private:
    [[nodiscard]] static QString login()
    {
        return QString::fromLocal8Bit(getpwuid(getuid())->pw_name);
    }
    [[nodiscard]] QString file(const QString &name) const { return m_home->filePath(name); }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text) == text.size());
    }
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile in(file(name));
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("none");
    }
    [[nodiscard]] static Placement placement(const QString &path)
    {
        Placement made;
        made.id = "0123456789abcdef";
        made.login = login();
        made.path = path;
        made.digest = digestOf(made.id, Secret);
        return made;
    }
    [[nodiscard]] static Placement netrc()
    {
        Placement made = placement(QStringLiteral("~/.netrc"));
        made.kind = Placement::Kind::Netrc;
        made.host = QStringLiteral("api.wandb.ai");
        return made;
    }
    [[nodiscard]] QString
    withdraw(const QStringList &shell, const Placement &from, const QString &path = {}) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), m_home->path());
        if (!path.isEmpty()) {
            environment.insert(QStringLiteral("PATH"), path);
        }
        const auto answer = remote::decodeAnswer(runScript(
            shell, withdrawScript(remote::Rights::Login), withdrawData({from}), environment));
        if (!answer || !answer->isComplete) {
            return QStringLiteral("no answer");
        }
        std::vector<Withdrawal> withdrawals{{from}};
        readWithdrawal(*answer, {from.id}, withdrawals);
        return withdrawalStateName(withdrawals.front().state);
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestWithdrawScript::aFileIsRemovedWhereItIsOurs()
{
    QFETCH(QStringList, shell);
    const QByteArray ours = QByteArray(Secret) + '\n';
    write("token", ours);
    write("token.podium-new", "half of");
    // The home is below /tmp, where a file that is missing may be on a disk that is not mounted;
    // a path below the home is not.
    const Placement token = placement(QStringLiteral("~/token"));
    QCOMPARE(withdraw(shell, token), QString("removed"));
    QVERIFY(!QFile::exists(file("token")) && !QFile::exists(file("token.podium-new")));
    QVERIFY(!QFile::exists(file("x")));
    QCOMPARE(withdraw(shell, token), QString("absent"));
    write("token", "another one\n");
    QCOMPARE(withdraw(shell, token), QString("other"));
    QCOMPARE(read("token"), QByteArray("another one\n"));
    // A link, and what it leads to.
    write("real", ours);
    QVERIFY(QFile::remove(file("token")) && QFile::link(file("real"), file("token")));
    QCOMPARE(withdraw(shell, token), QString("removed"));
    QVERIFY(!QFile::exists(file("real")) && !QFileInfo(file("token")).isSymLink());
    write("odd 'name; touch y", ours);
    QCOMPARE(withdraw(shell, placement("~/odd 'name; touch y")), QString("removed"));
    QVERIFY(!QFile::exists(file("y")));
}

void TestWithdrawScript::whereLinesWereAddedItIsNotGone()
{
    QFETCH(QStringList, shell);
    const auto stateOf = [&](const QByteArray &text, const QByteArray &secret) {
        Placement token = placement(QStringLiteral("~/token"));
        token.digest = digestOf(token.id, secret);
        write("token", text);
        QString state = withdraw(shell, token);
        return read("token") == text ? state : QStringLiteral("it was touched");
    };
    const QByteArray ours(Secret);
    QCOMPARE(stateOf(ours + "\nFOO=1\n", ours), QString("unknown"));
    QCOMPARE(stateOf("FOO=1\n\n" + ours + "\n  BAR=2\n", ours), QString("unknown"));
    const QByteArray lines = "A='x  y'\n\n  B=\\n*\n";
    QCOMPARE(stateOf(lines + "FOO=1\n", lines), QString("unknown"));
    QCOMPARE(stateOf("FOO=1\n" + lines, lines), QString("unknown"));
    QCOMPARE(stateOf("FOO=1\n" + lines + "BAR=2\n", lines), QString("unknown"));
    QCOMPARE(stateOf("FOO=1\nBAR=2\n", ours), QString("other"));
    // A part of a line is another secret.
    QCOMPARE(stateOf(ours + "3\nFOO=1\n", ours), QString("other"));
    QCOMPARE(stateOf(QByteArray("FOO=1\n").repeated(101), ours), QString("unknown"));
}

void TestWithdrawScript::onlyOurEntryOfNetrcGoes()
{
    QFETCH(QStringList, shell);
    const QByteArray mine = "machine example.com\n  login me\n  password mine\n";
    const QByteArray ours =
        QByteArray("machine api.wandb.ai\n  login user\n  password ") + Secret + '\n';
    const QByteArray rest = "default login anonymous password x\n";
    const auto check = [&](const QByteArray &before, const QString &state,
                           const QByteArray &after) {
        write(".netrc", before);
        QCOMPARE(withdraw(shell, netrc()), state);
        QCOMPARE(read(".netrc"), after);
    };
    // No space in a password of netrc: the secret of this file has none.
    Placement plain = netrc();
    plain.digest = digestOf(plain.id, "plain");
    const QByteArray oneLine = "machine api.wandb.ai login user password plain\n";
    write(".netrc", mine + oneLine + rest);
    QCOMPARE(withdraw(shell, plain), QString("removed"));
    QCOMPARE(read(".netrc"), mine + rest);
    QCOMPARE(withdraw(shell, plain), QString("absent"));
    write(".netrc", oneLine);
    QCOMPARE(withdraw(shell, plain), QString("removed"));
    QVERIFY(!QFile::exists(file(".netrc")));
    QCOMPARE(withdraw(shell, plain), QString("absent"));
    const QByteArray theirs = "machine api.wandb.ai\n  login user\n  password theirs\n";
    write(".netrc", mine + theirs);
    QCOMPARE(withdraw(shell, plain), QString("other"));
    QCOMPARE(read(".netrc"), mine + theirs);
    // Ours goes, theirs for the same machine stays.
    write(".netrc", theirs + oneLine + mine);
    QCOMPARE(withdraw(shell, plain), QString("removed"));
    QCOMPARE(read(".netrc"), theirs + mine);
    // Two on a line are beyond the script.
    const QByteArray twoOnALine = "machine a login b password c " + oneLine;
    write(".netrc", twoOnALine);
    QCOMPARE(withdraw(shell, plain), QString("unknown"));
    QCOMPARE(read(".netrc"), twoOnALine);
    QVERIFY(QFileInfo(file(".netrc")).isFile());
    // So is a name on a line of its own, which programs read all the same.
    const QByteArray apart = "machine\n  api.wandb.ai\n  login user\n  password plain\n";
    write(".netrc", mine + apart);
    QCOMPARE(withdraw(shell, plain), QString("unknown"));
    QCOMPARE(read(".netrc"), mine + apart);
    check(mine + ours + rest, "other", mine + ours + rest);
}

/// As where there is no memory left: it has said nothing, which is not that nothing is there.
void TestWithdrawScript::othersEntriesStayWhereAwkEnds()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir tools;
    QFile program(tools.filePath("awk"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write(
        "#!/bin/sh\ncase $2 in drop=*) kill -KILL $$ ;; esac\nexec " +
        QStandardPaths::findExecutable("awk").toUtf8() + " \"$@\"\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const QByteArray before = "machine example.com\n  password mine\n"
                              "machine api.wandb.ai\n  password plain\n";
    write(".netrc", before);
    Placement entry = netrc();
    entry.digest = digestOf(entry.id, "plain");
    QCOMPARE(withdraw(shell, entry, tools.path() + ":/usr/bin:/bin"), QString("unknown"));
    QCOMPARE(read(".netrc"), before);
}

void TestWithdrawScript::whatCannotBeLookedAtIsUnknown()
{
    QFETCH(QStringList, shell);
    // Somebody else's login, a place on what may be a disk, a folder, and what is no path.
    Placement other = placement("~/token");
    other.login = "somebody-else";
    QCOMPARE(withdraw(shell, other), QString("unknown"));
    QCOMPARE(withdraw(shell, placement("/mnt/no-such/token")), QString("unknown"));
    QVERIFY(QDir(m_home->path()).mkdir("folder"));
    QCOMPARE(withdraw(shell, placement("~/folder")), QString("unknown"));
    QCOMPARE(withdraw(shell, placement("token")), QString("unknown"));
    QCOMPARE(withdraw(shell, placement("~/../token")), QString("unknown"));
    Placement without = placement("~/token");
    without.digest.clear();
    write("token", Secret);
    QCOMPARE(withdraw(shell, without), QString("unknown"));
    QVERIFY(QFile::exists(file("token")));
}

void TestWithdrawScript::eachMissingToolIsUnknown_data()
{
    QTest::addColumn<QString>("tool");
    for (const char *tool : {"sha256sum", "readlink", "awk"}) {
        QTest::newRow(tool) << tool;
    }
}

void TestWithdrawScript::eachMissingToolIsUnknown()
{
    QFETCH(QString, tool);
    const QTemporaryDir tools;
    for (const QString &each :
         {QStringLiteral("sha256sum"), QStringLiteral("readlink"), QStringLiteral("awk"),
          QStringLiteral("cat"), QStringLiteral("id"), QStringLiteral("rm"),
          QStringLiteral("mv")}) {
        // One that says it cannot: the script's own path has the system's tools behind it.
        QFile program(tools.filePath(each));
        QVERIFY(program.open(QIODevice::WriteOnly));
        const QString real = QStandardPaths::findExecutable(each);
        program.write(
            each == tool ? QByteArray("#!/bin/sh\nexit 127\n")
                         : QByteArray("#!/bin/sh\nexec " + real.toUtf8() + " \"$@\"\n"));
        program.close();
        QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }
    const QString path = tools.path() + QStringLiteral(":/usr/bin:/bin");
    write("token", QByteArray(Secret) + '\n');
    write(".netrc", QByteArray("machine api.wandb.ai\n  password ") + "plain\n");
    Placement entry = netrc();
    entry.digest = digestOf(entry.id, "plain");
    if (tool != QLatin1String("awk")) {
        QCOMPARE(withdraw({"dash"}, placement("~/token"), path), QString("unknown"));
        QVERIFY(QFile::exists(file("token")));
    }
    QCOMPARE(withdraw({"dash"}, entry, path), QString("unknown"));
    QVERIFY(read(".netrc").contains("plain"));
}

QTEST_GUILESS_MAIN(TestWithdrawScript)
#include "tst_withdrawscript.moc"
