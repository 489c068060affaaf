// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/run/output/outputview.h"

#include <QCheckBox>

namespace podium::tests {

/// Runs on the page whose workers take what is typed.
class TypingTestBase : public RunPageTestBase
{
    Q_OBJECT

protected:
    void startOn(const QString &target, const QString &command, const char *option)
    {
        m_fixture->play([](int) { return FakeScript().login().hang(); });
        typeTarget(target);
        if (!command.isEmpty()) {
            typeCommand(command);
        }
        click("Run options");
        find<QCheckBox>(QString::fromLatin1(option))->click();
        click("Run options"); // folded, all panes have room
        click("Run command");
        QTRY_COMPARE(m_fixture->transport.loggingIn(), 0);
        QVERIFY(m_fixture->transport.active() > 0);
    }
    FakeTransport &transport() { return m_fixture->transport; }
    const FakeTransport::Command &command(int index)
    {
        for (const FakeTransport::Command &each : transport().commands()) {
            if (each.request.endpoint.worker.index == index) {
                return each;
            }
        }
        qFatal("no such command");
    }
    void say(int index, const QByteArray &bytes)
    {
        transport().say(command(index).id, ssh::OutputArrived{ssh::OutputStream::Out, bytes});
    }
    ui::OutputView *terminal(int index)
    {
        return find<ui::OutputView>(QStringLiteral("Terminal of pod-v4:%1").arg(index));
    }
    QWidget *outputArea(int index)
    {
        return find<ui::OutputView>(QStringLiteral("Output of pod-v4:%1").arg(index))->viewport();
    }
    QString screen(int index) { return readAloud(terminal(index)); }
    void focus(int index)
    {
        page().activateWindow(); // the list of suggestions was one of its own
        QTRY_VERIFY(page().isActiveWindow());
        QTest::mouseClick(terminal(index)->viewport(), Qt::LeftButton);
        QTRY_VERIFY(terminal(index)->hasFocus());
    }
};

} // namespace podium::tests
