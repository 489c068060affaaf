// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/ssh/relaytest.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using namespace std::chrono_literals;

namespace {

/// Has connected and says nothing: sshd waits for its login.
class SilentClient final
{
public:
    explicit SilentClient(quint16 port) : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in to = {};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        to.sin_port = htons(port);
        char greeting[4] = {};
        m_isGreeted = ::connect(m_fd, reinterpret_cast<sockaddr *>(&to), sizeof to) == 0 &&
                      ::recv(m_fd, greeting, sizeof greeting, MSG_WAITALL) == sizeof greeting &&
                      QByteArray(greeting, 4) == "SSH-";
    }
    ~SilentClient() { ::close(m_fd); }
    SilentClient(const SilentClient &) = delete;
    SilentClient &operator=(const SilentClient &) = delete;
    [[nodiscard]] bool isGreeted() const { return m_isGreeted; }

private:
    int m_fd;
    bool m_isGreeted = false;
};

} // namespace

/// Connections of which one way goes silent, servers that die or have no room: what had come by
/// then is whole, and so is what the others print.
class TestSshLosses final : public RelayTest
{
    Q_OBJECT

private:
    void expectOthersWhole()
    {
        const CommandId id =
            m_rig->run(TransportRig::request(m_sshd->endpoint(1), "seq 100000; exit 3"));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{3});
        QCOMPARE(m_rig->recorder[id].out, numbersUpTo(100000));
    }
    [[nodiscard]] static QByteArray numbersUpTo(int last)
    {
        QByteArray text;
        text.reserve(last * 8); // else each append copies all of it
        for (int n = 1; n <= last; ++n) {
            text += QByteArray::number(n) + '\n';
        }
        return text;
    }

private slots:
    void sshdIsKilledWhileItPrints()
    {
        const CommandId id =
            m_rig->transport
                ->start(TransportRig::request(
                    m_sshd->endpoint(), "echo $PPID; n=0; while :; do n=$((n + 1)); echo $n; done"))
                .id();
        QTRY_VERIFY(m_rig->recorder[id].out.count('\n') > 1000 || m_rig->recorder.hasEnded(id));
        const int sshd = m_rig->recorder[id].out.split('\n').first().toInt();
        QVERIFY(sshd > 1);
        ::kill(sshd, SIGKILL);
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QVERIFY(m_rig->recorder.endedAs<Lost>(id));
        const QByteArray out = m_rig->recorder[id].out;
        const int first = out.indexOf('\n') + 1;
        QVERIFY(numbersUpTo(out.count('\n')).startsWith(out.mid(first)));
        expectOthersWhole();
    }

    /// What is said comes there; nothing of what the worker says comes back any more.
    void answersAreLost()
    {
        auto request = throughRelay("echo $$; exec sleep 1000");
        request.firstOutputLimit = std::chrono::milliseconds(Patience);
        request.idleLimit = 5s; // begins with the first output
        const CommandId id = m_rig->transport->start(request).id();
        QTRY_VERIFY(m_rig->recorder[id].out.endsWith('\n'));
        const int group = m_rig->recorder[id].out.trimmed().toInt();
        m_relay->loseAnswers();
        expectOthersWhole();
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        const TimedOut silent{Phase::Running, Silence::NoMoreOutput};
        QCOMPARE(m_rig->recorder.ending<TimedOut>(id), silent);
        QCOMPARE(m_relay->count(), 1);
        // Ending it takes a channel of its own, for which an answer is needed.
        QVERIFY(group > 1 && ::kill(-group, SIGKILL) == 0);
    }

    /// What the worker says comes; nothing of what is said comes there any more.
    void wordsAreLost()
    {
        const QByteArray trace = m_sshd->path("trace").toLocal8Bit();
        const CommandId id = m_rig->transport
                                 ->start(throughRelay(
                                     "echo ran >>" + trace + "; echo up; until [ -e " + trace +
                                     ".go ]; do sleep 0.1; done; seq 100000; exit 5"))
                                 .id();
        QTRY_COMPARE(m_rig->recorder[id].out, QByteArray("up\n"));
        m_relay->loseWords();
        expectOthersWhole();
        writeAll(m_sshd->path("trace.go"), {});
        QTRY_VERIFY(m_rig->recorder.hasEnded(id));
        QCOMPARE(m_rig->recorder.ending<Exited>(id), Exited{5});
        QCOMPARE(m_rig->recorder[id].out, "up\n" + numbersUpTo(100000));
        // The connection looks well. The next command is not told to it, and not told twice.
        const CommandId next = m_rig->run(throughRelay("echo ran >>" + trace + "; exit 6"));
        QCOMPARE(m_rig->recorder.ending<Exited>(next), Exited{6});
        QCOMPARE(readAll(m_sshd->path("trace")), QByteArray("ran\nran\n"));
        QCOMPARE(m_relay->count(), 2);
    }

    void sshdTakesNoMoreLogins()
    {
        LocalSshd full("MaxStartups 2:100:2\n");
        const QByteArray trace = full.path("trace").toLocal8Bit();
        const auto request = TransportRig::request(full.endpoint(), "echo ran >>" + trace);
        {
            const SilentClient first(full.port());
            const SilentClient second(full.port());
            QVERIFY(first.isGreeted() && second.isGreeted());
            std::vector<CommandId> ids;
            for (int i = 0; i < 5; ++i) {
                ids.push_back(m_rig->transport->start(request).id());
            }
            expectOthersWhole();
            for (const CommandId id : ids) {
                QTRY_VERIFY(m_rig->recorder.hasEnded(id));
                const Error error = m_rig->recorder.ending<Unreachable>(id).error;
                QVERIFY2(!error.hint.isEmpty(), qPrintable(error.text()));
            }
        }
        // Soon there is room again, which sshd sees by itself.
        bool isLetIn = false;
        const auto tryAgain = [&] {
            const auto &ending = m_rig->recorder[m_rig->run(request)].ending;
            isLetIn = ending && std::holds_alternative<Exited>(*ending);
        };
        QTRY_VERIFY(isLetIn || (tryAgain(), isLetIn));
        QCOMPARE(readAll(full.path("trace")), QByteArray("ran\n"));
    }
};

QTEST_GUILESS_MAIN(TestSshLosses)
#include "tst_sshlosses.moc"
