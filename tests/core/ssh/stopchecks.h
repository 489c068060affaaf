// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/ssh/commandrig.h"
#include "tests/fakes/patience.h"

#include <csignal>

Q_DECLARE_METATYPE(podium::ssh::StopKind)

namespace podium::ssh::test {

/// What is to be stopped, for checkStop().
inline void addStoppedCommands()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<StopKind>("kind");
    const auto row = [](const char *name, const char *command, StopKind kind) {
        QTest::newRow(name) << QByteArray(command) << kind;
    };
    row("a program", "sleep 1000", StopKind::Polite);
    row("a shell with children", "sleep 1000 | sleep 1001 & wait", StopKind::Polite);
    row("one that tidies up",
        "trap 'echo tidy; exit 0' TERM; echo trapped; while :; do sleep 0.05; done",
        StopKind::Polite);
    row("a flood", "yes", StopKind::Polite);
    row("left alone by its shell", "sleep 1000 & sleep 1001 & exit 0", StopKind::Polite);
    row("what does not listen", "trap '' TERM HUP INT; sleep 1000", StopKind::Kill);
}

/// It is gone from its worker, and the ending says so.
template <typename Rig>
void checkStop(Rig &rig, const Endpoint &endpoint)
{
    QFETCH(QByteArray, command);
    QFETCH(StopKind, kind);
    const auto [handle, id, group] = rig.startAndPid(command, endpoint);
    QVERIFY(group > 1);
    QTRY_VERIFY(isGroupAlive(group));
    // A signal before the trap is set would end it untidily.
    QTRY_VERIFY(!command.contains("trapped") || rig.recorder[id].out.contains("trapped"));
    handle.stop(kind);
    QTRY_VERIFY(rig.recorder.hasEnded(id));
    QCOMPARE(rig.recorder.template ending<Stopped>(id), Stopped{true});
    QVERIFY(!isGroupAlive(group));
    QCOMPARE(rig.recorder[id].out.contains("tidy"), command.contains("tidy"));
}

/// Ending it takes a channel of its own. Where there is none, nobody knows, and nobody logs in for
/// that a second time.
template <typename Rig>
void checkStopWithoutASecondChannel(Rig &rig)
{
    LocalSshd sshd("MaxSessions 1\n");
    const auto [command, id, group] = rig.startAndPid("sleep 1000", sshd.endpoint());
    command.stop(StopKind::Kill);
    QTRY_VERIFY(rig.recorder.hasEnded(id));
    QCOMPARE(rig.recorder.template ending<Stopped>(id), Stopped{false});
    QCOMPARE(sshd.log().count("Accepted publickey"), 1);
    QVERIFY(group > 1);
    ::kill(-group, SIGKILL);
}

} // namespace podium::ssh::test
