// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/desktopeditor.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runview.h"

#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QTemporaryDir>
#include <QUrl>

using namespace podium;
using namespace podium::tests;
using ui::Presentation;

/// A worker's output in the desktop's editor.
class RunEditorTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void opensAPane();
    void opensTheCurrentPane();
    void opensWhatIsOnDisk();
    void saysThatThereIsNoEditor();
    void saysThatItCannotWrite();
    void takesItsFilesAway();

public slots:
    void takeUrl(const QUrl &url) { m_urls.append(url); }

private:
    void
    run(const QString &target, const std::function<FakeScript(int)> &scriptOf,
        const QString &folder)
    {
        m_urls.clear();
        m_fixture->page.setOutputLimits({512 * 1024, 1024 * run::OutputLimits::MiB, folder});
        m_fixture->play(scriptOf);
        typeTarget(target);
        typeCommand("job");
        click("Run command");
        QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    }
    /// As by a right click on the pane's output.
    void openPane(const QString &worker)
    {
        auto *output = find<ui::OutputView>("Output of " + worker);
        QVERIFY(output);
        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, output->mapToGlobal({5, 5}));
        QCoreApplication::sendEvent(output->viewport(), &event);
        auto *menu = output->findChild<QMenu *>();
        QVERIFY(menu);
        const auto actions = menu->actions();
        const auto found = std::find_if(actions.begin(), actions.end(), [](const QAction *each) {
            return each->text() == QLatin1String("Open in the text editor");
        });
        QVERIFY(found != actions.end());
        (*found)->trigger();
        menu->close();
    }
    QByteArray opened(int index)
    {
        QFile file(m_urls.at(index).toLocalFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
    }
    QString notice() { return page().findChild<ui::NoticeBar *>()->text(); }

    QTemporaryDir m_folder;
    QList<QUrl> m_urls;
};

namespace {

FakeScript says(const QByteArray &text)
{
    return FakeScript().login().out(text).exit(0);
}

} // namespace

void RunEditorTest::opensAPane()
{
    const DesktopEditor editor(*this);
    const auto script = [](int index) {
        return says("#!/bin/sh\n\x1b[31mworker\x1b[0m " + QByteArray::number(index));
    };
    run("pod-v4", script, m_folder.path());
    openPane("pod-v4:3");
    QVERIFY(m_urls.isEmpty()); // not here and now: it is written first
    QTRY_COMPARE(m_urls.size(), 1);
    const QFileInfo file(m_urls[0].toLocalFile());
    QCOMPARE(file.fileName(), QStringLiteral("pod-v4-3.txt"));
    QVERIFY(file.path().startsWith(m_folder.path() + '/'));
    QCOMPARE(opened(0), QByteArray("#!/bin/sh\nworker 3\n"));
    QVERIFY(!file.isExecutable());
    QCOMPARE(
        file.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther |
                              QFile::WriteOther | QFile::ExeOwner),
        QFile::Permissions());
}

void RunEditorTest::opensTheCurrentPane()
{
    const DesktopEditor editor(*this);
    run(
        "pod-v4", [](int index) { return says(QByteArray::number(index)); }, m_folder.path());
    auto *toolBar = page().findChild<ui::RunToolBar *>();
    QTest::keyClick(find<QWidget>("Panes"), Qt::Key_Right);
    emit toolBar->editorRequested();
    QTRY_COMPARE(m_urls.size(), 1);
    QCOMPARE(opened(0), QByteArray("1\n"));
    m_fixture->page.currentView()->setPresentation(Presentation::Single);
    QTest::keyClick(find<QAbstractItemView>("Workers"), Qt::Key_Down);
    emit toolBar->editorRequested();
    QTRY_COMPARE(m_urls.size(), 2);
    QCOMPARE(opened(1), QByteArray("2\n"));
    openPane("pod-v4:2");
    QTRY_COMPARE(m_urls.size(), 3);
    QVERIFY(m_urls[1] != m_urls[2]); // what is open may be edited
}

void RunEditorTest::opensWhatIsOnDisk()
{
    const DesktopEditor editor(*this);
    QByteArray text;
    for (int line = 0; line < 1000; ++line) {
        text += "line " + QByteArray::number(line) + ' ' + QByteArray(80, 'x') + '\n';
    }
    const auto script = [&text](int) {
        FakeScript script = FakeScript().login();
        for (int i = 0; i < 40; ++i) {
            script.out(text);
        }
        return script.exit(0);
    };
    run("tpu1", script, m_folder.path());
    const run::OutputStore &store = m_fixture->page.currentView()->run().output();
    QVERIFY(store.onDisk(0).end - store.onDisk(0).begin > 20'000);
    openPane("tpu1:0");
    QTRY_COMPARE(m_urls.size(), 1);
    QVERIFY(opened(0) == text.repeated(40));
}

void RunEditorTest::saysThatThereIsNoEditor()
{
    run(
        "tpu1", [](int) { return says("x"); }, m_folder.path()); // this platform opens nothing
    openPane("tpu1:0");
    QTRY_COMPARE(notice(), QStringLiteral("No program of this desktop opens text files."));
}

void RunEditorTest::saysThatItCannotWrite()
{
    const DesktopEditor editor(*this);
    QFile file(m_folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    run(
        "tpu1", [](int) { return says("x"); }, file.fileName() + "/runs");
    openPane("tpu1:0");
    QTRY_VERIFY2(notice().contains("runs"), qPrintable(notice()));
    QVERIFY(m_urls.isEmpty());
}

void RunEditorTest::takesItsFilesAway()
{
    const DesktopEditor editor(*this);
    const QTemporaryDir folder;
    run(
        "tpu1", [](int) { return says("x"); }, folder.path());
    openPane("tpu1:0");
    QTRY_COMPARE(m_urls.size(), 1);
    QVERIFY(QFileInfo::exists(m_urls[0].toLocalFile()));
    m_fixture.reset();
    QTRY_VERIFY(!QFileInfo::exists(m_urls[0].toLocalFile()));
}

QTEST_MAIN(RunEditorTest)
#include "tst_runeditor.moc"
