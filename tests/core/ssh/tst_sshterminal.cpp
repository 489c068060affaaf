// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/fakeserver.h"
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/patience.h"

#include <csignal>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Terminals and typed input, on a real sshd.
class TestSshTerminal final : public TransportTest
{
    Q_OBJECT

private:
    [[nodiscard]] CommandRequest typing(const QByteArray &command)
    {
        CommandRequest request = TransportRig::request(m_sshd->endpoint(), command);
        request.keepsInputOpen = true;
        return request;
    }
    [[nodiscard]] CommandRequest onTerminal(const QByteArray &command, TerminalSize size = {})
    {
        CommandRequest request = TransportRig::request(m_sshd->endpoint(), command);
        request.terminal = size;
        return request;
    }
    [[nodiscard]] QByteArray &out(CommandId id) { return m_rig->recorder[id].out; }

private slots:
    void typedInputComesAsItIsTyped()
    {
        CommandRequest request = typing("while read -r line; do echo \"<$line>\"; done; echo end");
        request.input = "given\n";
        const CommandHandle command = m_rig->transport->start(request);
        QVERIFY(command.write("before it runs\n"));
        QTRY_COMPARE(out(command.id()), QByteArray("<given>\n<before it runs>\n"));
        QVERIFY(command.write("while it"));
        QVERIFY(command.write(" runs\n"));
        QTRY_VERIFY(out(command.id()).endsWith("<while it runs>\n"));
        command.endInput();
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Exited>(command.id()), Exited{0});
        QVERIFY(out(command.id()).endsWith("runs>\nend\n"));
    }

    void takesNothingWhereStdinIsNotOpen()
    {
        const CommandHandle closed = m_rig->transport->start(
            TransportRig::request(m_sshd->endpoint(), "cat; sleep 0.2; echo no more"));
        QVERIFY(!closed.write("x"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(closed.id()));
        QCOMPARE(out(closed.id()), QByteArray("no more\n"));
        QVERIFY(!closed.write("x"));

        const CommandHandle open = m_rig->transport->start(typing("cat; read -r never; sleep 0.2"));
        open.endInput();
        QVERIFY(!open.write("x"));
        open.endInput();
        open.resize({10, 10});
        QTRY_VERIFY(m_rig->recorder.hasEnded(open.id()));
        QCOMPARE(out(open.id()), QByteArray());
        QVERIFY(m_rig->recorder[open.id()].err.isEmpty());
    }

    /// Who does not read gets a megabyte and the two windows between; who reads on gets all.
    void boundsWhatWaits()
    {
        const CommandHandle command = m_rig->transport->start(typing(
            "echo up; while [ ! -e " + m_rig->folder.path().toLocal8Bit() +
            "/go ]; do sleep 0.1; done; cat"));
        QTRY_COMPARE(out(command.id()), QByteArray("up\n"));
        QByteArray given;
        const QByteArray piece(60'000, 'x');
        int refusals = 0;
        QTRY_VERIFY([&] {
            const bool taken = command.write(piece);
            given += taken ? piece : QByteArray();
            refusals += taken ? 0 : 1;
            return refusals > 20;
        }());
        QVERIFY2(
            given.size() > CommandHandle::MostTyped / 2, qPrintable(QString::number(given.size())));
        QVERIFY2(
            given.size() < 8 * CommandHandle::MostTyped, qPrintable(QString::number(given.size())));
        writeAll(m_rig->folder.filePath("go"), "go", 0644);
        QTRY_COMPARE(out(command.id()).size(), 3 + given.size());
        command.endInput();
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
    }

    void isATerminalOfThatSize()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id =
            m_rig->run(onTerminal("tty; stty size; echo $TERM; echo err >&2", {97, 31}));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        const QList<QByteArray> lines = out(id).split('\n');
        QVERIFY2(lines.value(0).startsWith("/dev/pts/"), out(id).constData());
        QCOMPARE(lines.value(1), QByteArray("31 97\r"));
        QCOMPARE(lines.value(2), QByteArray("xterm-256color\r"));
        QCOMPARE(lines.value(3), QByteArray("err\r"));
    }

    void sizeFollows()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandHandle command = m_rig->transport->start(
            onTerminal("trap 'stty size' WINCH; echo up; while :; do sleep 0.1; done"));
        QTRY_VERIFY(out(command.id()).contains("up"));
        command.resize({132, 43});
        QTRY_VERIFY(out(command.id()).contains("43 132"));
        command.resize({61, 7});
        QTRY_VERIFY(out(command.id()).contains("7 61"));
        command.stop(StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
    }

    void aSizeBeforeTheLoginCounts()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        Relay relay(m_sshd->port()); // served here: nobody logs in before the next line is done
        CommandRequest request = onTerminal("sleep 0.3; stty size", {80, 24});
        request.endpoint.port = relay.port();
        const CommandHandle command = m_rig->transport->start(request);
        command.resize({100, 50});
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(out(command.id()), QByteArray("50 100\r\n"));
    }

    void controlKeysAreTheTerminals()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandHandle command =
            m_rig->transport->start(onTerminal("stty -echo; echo up; cat; echo after; sleep 60"));
        QTRY_VERIFY(out(command.id()).contains("up"));
        command.endInput(); // Ctrl+D
        QTRY_VERIFY(out(command.id()).contains("after"));
        QVERIFY(command.write("\x03"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Signalled>(command.id()), Signalled{"INT"});
    }

    void withoutACommandItIsALoginShell()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandHandle command = m_rig->transport->start(onTerminal({}));
        QVERIFY(command.write("echo $((6*7))-$-; exit 5\n"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Exited>(command.id()), Exited{5});
        QVERIFY2(out(command.id()).contains("42-"), out(command.id()).constData());
        QVERIFY2(
            out(command.id()).mid(out(command.id()).indexOf("42-")).contains('i'),
            out(command.id()).constData());
    }

    void stopEndsWhatRunsOnATerminal()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandHandle command =
            m_rig->transport->start(onTerminal("echo pid-$$; sleep 1000; echo never"));
        QTRY_VERIFY(out(command.id()).contains('\n'));
        command.stop(StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(command.id()));
        QCOMPARE(m_rig->recorder.ending<Stopped>(command.id()), Stopped{true});
    }

    void closingTheTransportHangsUp()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id = m_rig->transport->start(onTerminal("echo $$; sleep 1000")).id();
        QTRY_VERIFY(out(id).contains('\n'));
        const int pid = out(id).split('\r').value(0).toInt();
        QCOMPARE(::kill(pid, 0), 0);
        m_rig->transport.reset();
        QTRY_VERIFY(::kill(pid, 0) != 0);
    }

    void saysThatThereIsNoTerminal()
    {
        LocalSshd strict("PermitTTY no\n");
        CommandRequest request = onTerminal("touch " + m_rig->folder.path().toLocal8Bit() + "/ran");
        request.endpoint = strict.endpoint(7);
        const CommandId id = m_rig->run(request);
        const Error error = m_rig->recorder.ending<Refused>(id).error;
        QVERIFY2(error.summary.contains("gives no terminal"), qPrintable(error.text()));
        QVERIFY(!QFile::exists(m_rig->folder.filePath("ran")));
    }

    /// On the same connection one after the other: a terminal leaves nothing behind.
    void keptConnectionsServeTerminals()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        TransportRig warm{LibsshTransport::Options{}};
        const int before = int(m_sshd->log().count("Accepted publickey"));
        for (int i = 0; i < 3; ++i) {
            const bool hasTerminal = i != 1;
            CommandRequest request = TransportRig::request(m_sshd->endpoint(), "tty; exit 0");
            if (hasTerminal) {
                request.terminal = TerminalSize{};
            }
            const CommandId id = warm.run(request);
            QCOMPARE(warm.recorder.ending<Exited>(id), Exited{0});
            QCOMPARE(warm.recorder[id].out.startsWith("/dev/pts/"), hasTerminal);
        }
        QCOMPARE(m_sshd->log().count("Accepted publickey"), before + 1);
    }
};

QTEST_GUILESS_MAIN(TestSshTerminal)
#include "tst_sshterminal.moc"
