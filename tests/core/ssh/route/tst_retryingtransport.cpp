// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/route/retryingtransport.h"
#include "tests/core/ssh/recorder.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::ssh;
using namespace podium::ssh::test;
using podium::tests::FakeScript;
using podium::tests::FakeTransport;

namespace {

const QStringList OldKeys{QStringLiteral("ssh-ed25519 old")};
const QStringList NewKeys{QStringLiteral("ssh-ed25519 new")};

Ending refusal(ErrorKind kind)
{
    return Refused{{kind, QStringLiteral("No."), QStringLiteral("Known: old."), {}, {}}};
}

/// The worker shows the new key.
FakeScript byKey(const CommandRequest &request)
{
    FakeScript script;
    script.phase(Phase::Connecting).phase(Phase::KeyExchange);
    return request.endpoint.pinnedHostKeys == NewKeys
               ? script.phase(Phase::Login).phase(Phase::Running).exit(0)
               : script.end(refusal(ErrorKind::HostKey));
}

CommandRequest requestOf()
{
    CommandRequest request;
    request.endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
    request.endpoint.pinnedHostKeys = OldKeys;
    request.command = "true";
    request.input = "given ";
    request.keepsInputOpen = true;
    return request;
}

} // namespace

/// Where a worker shows another host key, the cloud is asked again.
class TestRetryingTransport final : public QObject
{
    Q_OBJECT

private:
    struct Rig
    {
        FakeTransport fake{byKey};
        std::vector<Callback<Result<QStringList>>> asked{};
        RetryingTransport transport{
            fake, [this](const Endpoint &, const auto &callback) { asked.push_back(callback); }};
        Recorder recorder{transport};
    };

private slots:
    void takesUpWhatGoogleVouchesFor()
    {
        Rig rig;
        const CommandHandle command = rig.transport.start(requestOf());
        QVERIFY(command.write("early "));
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        QVERIFY(!rig.recorder.hasEnded(command.id()));
        QVERIFY(command.write("meanwhile"));
        command.endInput();
        QVERIFY(!command.write("too late"));
        rig.asked[0](NewKeys);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Exited>(command.id()), Exited{0});
        QCOMPARE(rig.fake.commands().size(), std::size_t(2));
        QCOMPARE(rig.fake.commands()[1].request.input, QByteArray("given early meanwhile"));
        QVERIFY(rig.fake.commands()[1].inputEnded);
        const std::vector<Phase> once{
            Phase::Connecting, Phase::KeyExchange, Phase::Login, Phase::Running};
        QCOMPARE(rig.recorder[command.id()].phases, once);
    }

    void whatGoogleDoesNotVouchForStaysRefused_data()
    {
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<QString>("said");
        QTest::newRow("as before") << OldKeys << "still reports the known keys";
        QTest::newRow("none") << QStringList() << "reports no keys";
    }
    void whatGoogleDoesNotVouchForStaysRefused()
    {
        QFETCH(QStringList, keys);
        QFETCH(QString, said);
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](keys);
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.detail.startsWith("Known: old."), qPrintable(error.detail));
        QVERIFY2(error.detail.contains(said), qPrintable(error.detail));
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }

    void whoCannotBeAskedIsNamed()
    {
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](failure({ErrorKind::Network, QStringLiteral("No network."), {}, {}, {}}));
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        const Error error = rig.recorder.ending<Refused>(id).error;
        QCOMPARE(error.kind, ErrorKind::HostKey);
        QVERIFY2(error.detail.contains("No network."), qPrintable(error.detail));
    }

    void asksOnceOnly()
    {
        Rig rig;
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        rig.asked[0](QStringList{QStringLiteral("ssh-ed25519 third")});
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::HostKey);
        QCOMPARE(rig.asked.size(), std::size_t(1));
        QCOMPARE(rig.fake.commands().size(), std::size_t(2));
    }

    void otherRefusalsAreNoQuestion()
    {
        Rig rig;
        rig.fake.setScript([](const CommandRequest &) {
            return FakeScript().end(refusal(ErrorKind::Authentication));
        });
        const CommandId id = rig.transport.start(requestOf()).id();
        QTRY_VERIFY(rig.recorder.hasEnded(id));
        QCOMPARE(rig.recorder.ending<Refused>(id).error.kind, ErrorKind::Authentication);
        QCOMPARE(rig.asked.size(), std::size_t(0));
    }

    void stoppedWhileItAsksItNeverStarts()
    {
        Rig rig;
        const CommandHandle command = rig.transport.start(requestOf());
        QTRY_COMPARE(rig.asked.size(), std::size_t(1));
        command.stop(StopKind::Polite);
        QVERIFY(!rig.recorder.hasEnded(command.id())); // later, as any event
        rig.asked[0](NewKeys);
        QTRY_VERIFY(rig.recorder.hasEnded(command.id()));
        QCOMPARE(rig.recorder.ending<Stopped>(command.id()), Stopped{true});
        QCOMPARE(rig.fake.commands().size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestRetryingTransport)
#include "tst_retryingtransport.moc"
