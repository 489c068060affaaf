// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/transportrig.h"
#include "tests/fakes/heldpool.h"
#include "tests/fakes/patience.h"

#include <QCryptographicHash>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;

/// Commands on a real sshd.
class TestSshTransport final : public TransportTest
{
    Q_OBJECT

private:
    [[nodiscard]] CommandRequest request(const QByteArray &command, const QByteArray &input = {})
    {
        CommandRequest request = TransportRig::request(m_sshd->endpoint(m_nextIndex++), command);
        request.input = input;
        return request;
    }
    CommandId run(const CommandRequest &request) { return m_rig->run(request); }

    int m_nextIndex = 0;

private slots:
    void libraryIsNewEnough() { QVERIFY(LibsshTransport::checkLibrary()); }

    void runsACommand()
    {
        const CommandId id = run(request("echo to out; echo to err >&2; exit 3"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{3});
        auto &record = m_rig->recorder[id];
        QCOMPARE(record.out, QByteArray("to out\n"));
        QCOMPARE(record.err, QByteArray("to err\n"));
        const std::vector<Phase> phases = {
            Phase::Connecting, Phase::KeyExchange, Phase::Login, Phase::Running};
        QCOMPARE(record.phases, phases);
    }

    void endsAsTheCommandDoes_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("signal");
        QTest::newRow("zero") << QByteArray("true") << 0 << "";
        QTest::newRow("of bash") << QByteArray("hostname >/dev/null; exit $((40+2))") << 42 << "";
        QTest::newRow("255") << QByteArray("exit 255") << 255 << "";
        QTest::newRow("not found") << QByteArray("no-such-command") << 127 << "";
        QTest::newRow("TERM") << QByteArray("kill -TERM $$") << 0 << "TERM";
        QTest::newRow("KILL") << QByteArray("kill -KILL $$") << 0 << "KILL";
        QTest::newRow("child's signal")
            << QByteArray("sh -c 'kill -KILL $$'; exit $?") << 137 << "";
    }
    void endsAsTheCommandDoes()
    {
        QFETCH(QByteArray, command);
        QFETCH(int, status);
        QFETCH(QString, signal);
        const CommandId id = run(request(command));
        if (signal.isEmpty()) {
            QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{status});
        } else {
            QCOMPARE(m_rig->recorder.ending<Signalled>(id), Signalled{signal});
        }
    }

    void sendsTheCommandVerbatim_data() { addVerbatimCommands(); }
    void sendsTheCommandVerbatim()
    {
        QFETCH(QByteArray, command);
        QFETCH(QByteArray, out);
        const CommandId id = run(request(command));
        QVERIFY(m_rig->recorder.endedAs<Exited>(id));
        QCOMPARE(m_rig->recorder[id].out, out);
    }

    void refusesACommandThatCannotBeSent_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("NUL") << QByteArray("echo a\0; echo b", 15);
        QTest::newRow("too long") << QByteArray(200000, 'x');
    }
    void refusesACommandThatCannotBeSent()
    {
        QFETCH(QByteArray, command);
        const CommandId id = run(request(command));
        QCOMPARE(m_rig->recorder.ending<Refused>(id).error.kind, ErrorKind::InvalidArgument);
    }

    void givesInputAndEndOfFile_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("none") << 0;
        QTest::newRow("one") << 1;
        QTest::newRow("a piece") << 32 * 1024;
        QTest::newRow("more than a window") << 5 * 1024 * 1024 + 7;
    }
    void givesInputAndEndOfFile()
    {
        QFETCH(int, size);
        QByteArray input(size, 'x');
        for (int i = 0; i < size; ++i) {
            input[i] = char(i * 7 + i / 251);
        }
        const CommandId id = run(request("cat", input));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out.size(), size);
        QVERIFY(m_rig->recorder[id].out == input);
    }

    void inputThatNobodyReadsIsNoHindrance()
    {
        const CommandId id = run(request("exec <&-; echo no", QByteArray(4 * 1024 * 1024, 'x')));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
        QCOMPARE(m_rig->recorder[id].out, QByteArray("no\n"));
    }

    void keepsAllOutputInOrder()
    {
        const CommandId id =
            run(request("seq 1 400000; seq 1 1000 >&2; head -c 3000000 /dev/zero; exit 9"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{9});
        QByteArray expected;
        expected.reserve(6 * 1024 * 1024);
        for (int i = 1; i <= 400000; ++i) {
            expected += QByteArray::number(i) + '\n';
        }
        expected += QByteArray(3000000, '\0');
        QVERIFY(m_rig->recorder[id].out == expected);
        QVERIFY(m_rig->recorder[id].err.startsWith("1\n2\n"));
        QVERIFY(m_rig->recorder[id].err.endsWith("999\n1000\n"));
    }

    void outputComesWhileItRuns()
    {
        const CommandId id =
            m_rig->transport->start(request("echo first; read x; echo $x", "second\n")).id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("first\nsecond\n"));
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
    }

    void aSlowReaderLosesNothing()
    {
        // Far more than may wait, on several threads, for one who takes his time with each batch.
        QCryptographicHash hash(QCryptographicHash::Sha3_512);
        qint64 received = 0;
        LibsshTransport transport(m_rig->store, {});
        int ended = 0;
        connect(&transport, &Transport::happened, this, [&](const auto &events) {
            for (const TransportEvent &event : events) {
                if (const auto *output = std::get_if<OutputArrived>(&event.what)) {
                    hash.addData(output->bytes);
                    received += output->bytes.size();
                }
                ended += std::holds_alternative<Ending>(event.what) ? 1 : 0;
            }
        });
        for (int i = 0; i < 4; ++i) {
            [[maybe_unused]] const CommandId id =
                transport.start(request("head -c 12000000 /dev/zero")).id();
        }
        QTRY_COMPARE(ended, 4);
        QCOMPARE(received, 4 * 12000000);
    }

    void manyAtOnce()
    {
        std::vector<CommandId> ids;
        for (int i = 0; i < 40; ++i) {
            ids.push_back(
                m_rig->transport
                    ->start(request(
                        "echo $((" + QByteArray::number(i) + "+1)); exit " + QByteArray::number(i)))
                    .id());
        }
        QTRY_COMPARE(m_rig->recorder.endedCount(), 40);
        for (int i = 0; i < 40; ++i) {
            QCOMPARE(m_rig->recorder.ending<Exited>(ids[std::size_t(i)]), Exited{i});
            QCOMPARE(m_rig->recorder[ids[std::size_t(i)]].out, QByteArray::number(i + 1) + '\n');
        }
    }

    void logsInWithEachKindOfKey_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QStringList>("more");
        const QStringList plain = {"-N", ""};
        QTest::newRow("ed25519") << "ed25519" << plain;
        QTest::newRow("ecdsa") << "ecdsa" << plain;
        QTest::newRow("rsa") << "rsa" << plain;
        QTest::newRow("rsa as PEM") << "rsa" << (QStringList{"-m", "PEM"} << plain);
        QTest::newRow("ecdsa as PKCS8") << "ecdsa" << (QStringList{"-m", "PKCS8"} << plain);
    }
    void logsInWithEachKindOfKey()
    {
        QFETCH(QString, type);
        QFETCH(QStringList, more);
        const QString key = m_rig->folder.filePath("key");
        makeKey(key, type, more);
        const QByteArray before = readAll(m_sshd->path("authorized_keys"));
        m_sshd->authorize(before + readAll(key + ".pub"));
        auto wanted = request("echo in");
        wanted.endpoint.identityFiles = QStringList{"/nonexistent/key", key};
        const CommandId id = run(wanted);
        m_sshd->authorize(before);
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{0});
    }

    void saysWhyItMayNotLogIn()
    {
        const QString stranger = m_rig->folder.filePath("stranger");
        makeKey(stranger);
        auto wanted = request("echo in");
        wanted.endpoint.identityFiles = QStringList{stranger};
        const Error error = m_rig->recorder.ending<Refused>(run(wanted)).error;
        QCOMPARE(error.kind, ErrorKind::Authentication);
        QVERIFY2(error.detail.contains("SHA256:"), qPrintable(error.text()));
        QVERIFY(error.detail.contains(stranger));
    }

    void saysThatAKeyNeedsAnAgent()
    {
        const QString locked = m_rig->folder.filePath("locked");
        makeKey(locked, "ed25519", {"-N", "secret phrase"});
        auto wanted = request("echo in");
        wanted.endpoint.identityFiles = QStringList{locked};
        const Error error = m_rig->recorder.ending<Refused>(run(wanted)).error;
        QCOMPARE(error.kind, ErrorKind::Authentication);
        QVERIFY2(error.hint.contains("ssh-add"), qPrintable(error.text()));
        QVERIFY(error.detail.contains(locked));
    }

    void hostileUserIsJustRefused()
    {
        auto wanted = request("echo in");
        wanted.endpoint.user = "x; touch /tmp/x $(id)";
        QVERIFY(m_rig->recorder.endedAs<Refused>(run(wanted)));
    }

    /// Whatever else the program's pool is busy with.
    void resolvesNames()
    {
        const tests::HeldPool held;
        auto wanted = request("echo in");
        wanted.endpoint.address = "localhost";
        QCOMPARE(m_rig->recorder.ending<Exited>(run(wanted)), Exited{0});
    }

    void leavesNoDescriptorBehind()
    {
        run(request("true"));
        const auto count = [] {
            return QDir("/proc/self/fd")
                .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
                .size();
        };
        const int before = count();
        for (int i = 0; i < 5; ++i) {
            run(request("true"));
        }
        QTRY_COMPARE(count(), before);
    }

    void childrenInheritNothing()
    {
        const CommandId id = m_rig->transport->start(request("echo up; sleep 20")).id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        const QByteArray list = runProgram("/bin/sh", {"-c", "ls -l /proc/self/fd"});
        QVERIFY2(!list.contains("socket:"), list.constData());
    }
};

QTEST_GUILESS_MAIN(TestSshTransport)
#include "tst_sshtransport.moc"
