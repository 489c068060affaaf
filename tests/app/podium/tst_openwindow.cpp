// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// A worker opened in a program of this machine, from the window; the program only writes down how
// it was started.
#include "tests/app/podium/windowfixture.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/nodes/nodedetail.h"
#include "widgets/nodes/nodespage.h"
#include "widgets/open/openmenu.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runview.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QMenu>
#include <QPushButton>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestOpenWindow final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatIsOutOfDateIsWrittenFirst();

private:
    [[nodiscard]] QStringList startedWith() const
    {
        QFile file(m_programs.filePath("started"));
        [&] { QTRY_VERIFY(file.exists()); }();
        return file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
                   : QStringList();
    }

    static void open(QMenu &menu, const QString &program)
    {
        emit menu.aboutToShow();
        for (QAction *each : menu.actions().last()->menu()->actions()) {
            if (each->text() == program) {
                each->trigger();
                return;
            }
        }
        QFAIL("There is no such program");
    }

    QTemporaryDir m_programs;
    SimCloud m_cloud;
};

void TestOpenWindow::initTestCase()
{
    const QByteArray told = QFile::encodeName(m_programs.filePath("started"));
    for (const char *name : {"xdg-terminal-exec", "code"}) {
        QFile file(m_programs.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" >'" + told + ".new' && mv '" + told + ".new' '" +
            told + "'\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    qputenv("PATH", QFile::encodeName(m_programs.path()) + ':' + qgetenv("PATH"));
    const QJsonObject pod{{"zone", "us-central2-b"}, {"name", "pod"}, {"workers", 2}};
    const QJsonObject lab{{"id", "lab"}, {"nodes", QJsonArray{pod}}};
    QVERIFY2(m_cloud.startWith({{"projects", QJsonArray{lab}}}), qPrintable(m_cloud.error()));
}

void TestOpenWindow::whatIsOutOfDateIsWrittenFirst()
{
    WindowFixture f(m_cloud);
    QTRY_VERIFY(f.hasLooked("pod"));
    auto *page = f.window->findChild<NodesPage *>();
    page->selectNode(
        {*ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse("pod")});
    QMenu &menu = page->findChild<NodeDetail *>()->shellMenu();
    const auto terminal = [&menu]() -> QAction * {
        emit menu.aboutToShow();
        QAction *first = menu.actions().last()->menu()->actions().first();
        return first->isEnabled() ? first : nullptr;
    };
    QTRY_VERIFY(terminal());
    QCOMPARE(terminal()->text(), QString("Terminal (xdg-terminal-exec)"));
    terminal()->trigger();
    // Nothing is written yet.
    QTRY_VERIFY2(
        page->notice().text().contains("out of date for pod"), qPrintable(page->notice().text()));
    QVERIFY(!QFile::exists(m_programs.filePath("started")));
    auto *show = byName<QPushButton>(page->notice(), "Show the change");
    QVERIFY(show);
    show->click();
    auto *write = byName<QPushButton>(*f.window, "Write");
    QVERIFY(write); // the SSH page is on top
    QTRY_VERIFY(write->isEnabled());
    write->click();
    QTRY_VERIFY(QFile::exists(f.home.filePath(".ssh/podium/config")));
    QTRY_VERIFY(!write->isEnabled());
    f.goTo("Nodes");
    terminal()->trigger();
    QCOMPARE(startedWith(), (QStringList{"ssh", "pod"}));
    QTRY_VERIFY(page->notice().text().contains("opens pod"));
    f.goTo("Activity");
    f.goTo("Nodes");
    QCOMPARE(page->notice().text(), QString()); // it is done
    QTRY_VERIFY(QFile::exists(f.home.filePath("state/open-with")));
    // Attached to tmux, where that is wished, and on another worker.
    QVERIFY(QFile::remove(m_programs.filePath("started")));
    page->openMenu().setAttachesToTmux(true);
    terminal()->trigger();
    QCOMPARE(
        startedWith(),
        (QStringList{"ssh", "-t", "pod", "tmux", "new-session", "-A", "-s", "podium"}));
    // An editor has no use for that, and is opened all the same.
    QVERIFY(QFile::remove(m_programs.filePath("started")));
    open(menu, "VS Code");
    QCOMPARE(startedWith(), (QStringList{"--remote", "ssh-remote+pod"}));
    // The window's own terminal attaches, too.
    const auto shellCommand = [&] {
        emit page->shellRequested(
            {{*ProjectId::parse("lab"), *Zone::parse("us-central2-b"), *NodeName::parse("pod")},
             1});
        return f.window->findChild<RunView *>()->run().spec().command;
    };
    QCOMPARE(shellCommand(), QByteArray("exec tmux new-session -A -s podium"));
}

QTEST_MAIN(TestOpenWindow)
#include "tst_openwindow.moc"
