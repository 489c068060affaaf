// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl open, with programs that only write down how they were started.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using namespace podium::tests;

class TestCtlOpen final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(m_lab.start({"pod-v4:2"}), qPrintable(m_lab.cloud().error()));
        // Nothing of this machine: only these two.
        for (const char *name : {"konsole", "code"}) {
            const QString path = m_lab.file(QString("bin-") + name);
            QVERIFY(QDir().mkpath(m_lab.file("bin")));
            QFile file(m_lab.file(QString("bin/") + name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(
                "#!/bin/sh\nPATH=/usr/bin:/bin\nprintf '%s\\n' \"$0\" \"$@\" >" + path.toUtf8() +
                ".new && mv " + path.toUtf8() + ".new " + path.toUtf8() + "\n");
            file.close();
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        }
    }
    void anOldSshConfigIsNotUsed();
    void aFolderIsOpenedInAnEditor();
    void theAliasIsOpened();
    void aDryRunIsALineForAShell();
    void theLastOneIsRemembered();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();

private:
    [[nodiscard]] Outcome open(const QStringList &arguments) const
    {
        QProcessEnvironment environment = m_lab.environment();
        environment.insert("PATH", m_lab.file("bin") + ":/nonexistent");
        // The write proves itself by the real ssh.
        QFile::link("/usr/bin/ssh", m_lab.file("bin/ssh"));
        return execute(
            QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), QStringList{"open"} + arguments,
            environment);
    }
    /// How the program was started, once it was.
    [[nodiscard]] QStringList startedWith(const QString &name) const
    {
        QFile file(m_lab.file("bin-" + name));
        [&] { QTRY_VERIFY(file.exists()); }();
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        const QStringList words = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        file.remove();
        return words;
    }

    CtlLab m_lab;
};

void TestCtlOpen::anOldSshConfigIsNotUsed()
{
    const Outcome refused = open({"pod-v4:1"});
    VERIFY_EXIT(refused, 4);
    QVERIFY2(refused.err.contains("out of date"), refused.err.constData());
    QVERIFY(!QFile::exists(m_lab.file(".ssh/config")));
    const Outcome dry = open({"pod-v4:1", "--dry-run"});
    VERIFY_EXIT(dry, 0);
    QVERIFY2(dry.out.contains("konsole -e ssh pod-v4-1"), dry.out.constData());
    VERIFY_EXIT(open({"pod-v4:1", "--write"}), 0);
    QVERIFY(QFile::exists(m_lab.file(".ssh/config")));
    QCOMPARE(
        startedWith("konsole"), (QStringList{m_lab.file("bin/konsole"), "-e", "ssh", "pod-v4-1"}));
}

void TestCtlOpen::aFolderIsOpenedInAnEditor()
{
    const Outcome dry = open({"pod-v4:1", "--path", "/data", "--dry-run", "--json"});
    VERIFY_EXIT(dry, 0);
    QCOMPARE(dry.json()["program"].toString(), QStringLiteral("code"));
}

void TestCtlOpen::theAliasIsOpened()
{
    VERIFY_EXIT(open({"pod-v4:0", "--write", "--tmux", "main", "--with", "terminal"}), 0);
    const QStringList terminal = startedWith("konsole");
    QCOMPARE(terminal.mid(1, 3), (QStringList{"-e", "ssh", "-t"}));
    QCOMPARE(terminal.mid(5), (QStringList{"tmux", "new-session", "-A", "-s", "main"}));
    const Outcome code =
        open({"pod-v4:1", "--write", "--with", "code", "--path", "/home/a b", "--json"});
    VERIFY_EXIT(code, 0);
    QCOMPARE(code.json()["program"].toString(), QStringLiteral("code"));
    QCOMPARE(code.json()["alias"].toString(), QStringLiteral("pod-v4-1"));
    QCOMPARE(
        startedWith("code").mid(1), (QStringList{"--remote", "ssh-remote+pod-v4-1", "/home/a b"}));
}

void TestCtlOpen::aDryRunIsALineForAShell()
{
    const Outcome dry = open({"pod-v4:1", "--with", "code", "--path", "/home/a 'b'", "--dry-run"});
    VERIFY_EXIT(dry, 0);
    VERIFY_EXIT(execute("/bin/sh", {"-c", QString::fromUtf8(dry.out)}, m_lab.environment()), 0);
    QCOMPARE(
        startedWith("code").mid(1),
        (QStringList{"--remote", "ssh-remote+pod-v4-1", "/home/a 'b'"}));
}

void TestCtlOpen::theLastOneIsRemembered()
{
    VERIFY_EXIT(open({"pod-v4:1", "--write", "--with", "code"}), 0);
    QVERIFY(!startedWith("code").isEmpty());
    VERIFY_EXIT(open({"pod-v4:1"}), 0);
    QVERIFY(!startedWith("code").isEmpty());
}

void TestCtlOpen::whatCannotBeIsASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no such program")
        << QStringList{"pod-v4:0", "--with", "emacs"} << QByteArray("there is no \"emacs\"");
    QTest::newRow("not installed") << QStringList{"pod-v4:0", "--write", "--with", "zed"}
                                   << QByteArray("zed is not installed");
    QTest::newRow("several workers") << QStringList{"pod-v4"} << QByteArray("names 2 workers");
    QTest::newRow("a session that is a command")
        << QStringList{"pod-v4:0", "--write", "--with", "terminal", "--tmux", "a;b"}
        << QByteArray("tmux session has letters");
    QTest::newRow("tmux for an editor")
        << QStringList{"pod-v4:0", "--write", "--with", "code", "--tmux", "main"}
        << QByteArray("A tmux session is for terminals, and VS Code is none");
    QTest::newRow("a folder for a terminal")
        << QStringList{"pod-v4:0", "--with", "terminal", "--path", "/data", "--dry-run"}
        << QByteArray("A folder is for editors, and Terminal (konsole) is none");
}

void TestCtlOpen::whatCannotBeIsASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = open(arguments);
    VERIFY_EXIT(outcome, 2);
    QVERIFY2(outcome.err.contains(said), outcome.err.constData());
}

QTEST_GUILESS_MAIN(TestCtlOpen)
#include "tst_ctlopen.moc"
