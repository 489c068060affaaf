// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
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
        const CommandId id = m_rig->transport->start(request);
        QVERIFY(m_rig->transport->write(id, "before it runs\n"));
        QTRY_COMPARE(out(id), QByteArray("<given>\n<before it runs>\n"));
        QVERIFY(m_rig->transport->write(id, "while it"));
        QVERIFY(m_rig->transport->write(id, " runs\n"));
        QTRY_VERIFY(out(id).endsWith("<while it runs>\n"));
        m_rig->transport->endInput(id);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QVERIFY(out(id).endsWith("runs>\nend\n"));
    }

    void takesNothingWhereStdinIsNotOpen()
    {
        const CommandId closed = m_rig->transport->start(
            TransportRig::request(m_sshd->endpoint(), "cat; sleep 0.2; echo no more"));
        QVERIFY(!m_rig->transport->write(closed, "x"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(closed));
        QCOMPARE(out(closed), QByteArray("no more\n"));
        QVERIFY(!m_rig->transport->write(closed, "x"));
        QVERIFY(!m_rig->transport->write(4711, "x"));

        const CommandId open = m_rig->transport->start(typing("cat; read -r never; sleep 0.2"));
        m_rig->transport->endInput(open);
        QVERIFY(!m_rig->transport->write(open, "x"));
        m_rig->transport->endInput(open);
        m_rig->transport->resize(open, {10, 10});
        QTRY_VERIFY(m_rig->recorder.hasEnded(open));
        QCOMPARE(out(open), QByteArray());
        QVERIFY(m_rig->recorder[open].err.isEmpty());
    }

    /// Who does not read gets a megabyte and the two windows between; who reads on gets all.
    void boundsWhatWaits()
    {
        const CommandId id = m_rig->transport->start(typing(
            "echo up; while [ ! -e " + m_rig->folder.path().toLocal8Bit() +
            "/go ]; do sleep 0.1; done; cat"));
        QTRY_COMPARE(out(id), QByteArray("up\n"));
        QByteArray given;
        const QByteArray piece(60'000, 'x');
        int refusals = 0;
        QTRY_VERIFY([&] {
            const bool taken = m_rig->transport->write(id, piece);
            given += taken ? piece : QByteArray();
            refusals += taken ? 0 : 1;
            return refusals > 20;
        }());
        QVERIFY2(
            given.size() > Transport::MostTyped / 2, qPrintable(QString::number(given.size())));
        QVERIFY2(
            given.size() < 8 * Transport::MostTyped, qPrintable(QString::number(given.size())));
        writeAll(m_rig->folder.filePath("go"), "go", 0644);
        QTRY_COMPARE(out(id).size(), 3 + given.size());
        m_rig->transport->endInput(id);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
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
        const CommandId id = m_rig->transport->start(
            onTerminal("trap 'stty size' WINCH; echo up; while :; do sleep 0.1; done"));
        QTRY_VERIFY(out(id).contains("up"));
        m_rig->transport->resize(id, {132, 43});
        QTRY_VERIFY(out(id).contains("43 132"));
        m_rig->transport->resize(id, {61, 7});
        QTRY_VERIFY(out(id).contains("7 61"));
        m_rig->transport->stop(id, StopKind::Kill);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
    }

    void aSizeBeforeTheLoginCounts()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id = m_rig->transport->start(onTerminal("sleep 0.3; stty size", {80, 24}));
        m_rig->transport->resize(id, {100, 50});
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(out(id), QByteArray("50 100\r\n"));
    }

    void controlKeysAreTheTerminals()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id =
            m_rig->transport->start(onTerminal("stty -echo; echo up; cat; echo after; sleep 60"));
        QTRY_VERIFY(out(id).contains("up"));
        m_rig->transport->endInput(id); // Ctrl+D
        QTRY_VERIFY(out(id).contains("after"));
        QVERIFY(m_rig->transport->write(id, "\x03"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Signalled>(id), Signalled{"INT"});
    }

    void withoutACommandItIsALoginShell()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id = m_rig->transport->start(onTerminal({}));
        QVERIFY(m_rig->transport->write(id, "echo $((6*7))-$-; exit 5\n"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{5});
        QVERIFY2(out(id).contains("42-"), out(id).constData());
        QVERIFY2(out(id).mid(out(id).indexOf("42-")).contains('i'), out(id).constData());
    }

    void stopEndsWhatRunsOnATerminal()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id =
            m_rig->transport->start(onTerminal("echo pid-$$; sleep 1000; echo never"));
        QTRY_VERIFY(out(id).contains('\n'));
        m_rig->transport->stop(id, StopKind::Polite);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Stopped>(id), Stopped{true});
    }

    void closingTheTransportHangsUp()
    {
        if (const char *why = noTerminals()) {
            QSKIP(why);
        }
        const CommandId id = m_rig->transport->start(onTerminal("echo $$; sleep 1000"));
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
