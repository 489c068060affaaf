// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/page/runview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;

/// A run that gets its stdin from a file, and how many log in at once.
class RunInputTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void eachWorkerGetsTheFile();
    void isReadWhenTheRunBegins();
    void isKeptNowhere();
    void saysWhyItCannotBeRead_data();
    void saysWhyItCannotBeRead();
    void terminalsGetNone();
    void aRunThatIsLeftGetsIt();
    void fewLogInAtOnce();

private:
    /// A file with these bytes.
    QString fileOf(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath("input"));
        const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        return isWritten ? file.fileName() : QString();
    }
    void fillIn(const QString &target, const QString &file)
    {
        click("Run options");
        find<QLineEdit>("Stdin from a file")->setText(file);
        typeTarget(target);
        typeCommand("cat");
    }
    const std::vector<FakeTransport::Command> &commands()
    {
        return m_fixture->transport.commands();
    }
    QString notice() { return page().findChild<ui::NoticeBar *>()->text(); }

    QTemporaryDir m_folder;
};

void RunInputTest::eachWorkerGetsTheFile()
{
    const QByteArray bytes("a\0b\nend", 7);
    fillIn("pod-v4", fileOf(bytes));
    QVERIFY(find<QAbstractButton>("Run options")->text().contains("stdin from a file"));
    click("Run command");
    QVERIFY(commands().empty()); // not here and now: it is read first
    m_fixture->page.startRun();  // impatient
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    QTRY_COMPARE(commands().size(), std::size_t(8));
    for (const FakeTransport::Command &command : commands()) {
        QCOMPARE(command.request.input, bytes);
        QCOMPARE(withoutMark(command.request.command), QByteArray("cat"));
    }
    QTRY_VERIFY(find<QPushButton>("Run again"));
    find<QLineEdit>("Stdin from a file")->clear();
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(16));
    QVERIFY(commands().back().request.input.isEmpty());
}

void RunInputTest::isReadWhenTheRunBegins()
{
    fillIn("tpu1", fileOf("before"));
    QVERIFY(!fileOf("after").isEmpty());
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QCOMPARE(commands().back().request.input, QByteArray("after"));
}

void RunInputTest::isKeptNowhere()
{
    fillIn("tpu1", fileOf("open sesame"));
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QTRY_COMPARE(m_fixture->page.runningCount(), 0);
    QCOMPARE(m_fixture->page.commandHistory(), QStringList{"cat"});
    ui::RunView &view = *m_fixture->page.currentView();
    QSignalSpy saved(&view, &ui::RunView::saved);
    QVERIFY(QFile::remove(m_folder.filePath("input")));
    view.saver().saveTo(m_folder.path());
    QTRY_COMPARE(saved.count(), 1);
    const QDir folder(saved[0][0].toString());
    QVERIFY(folder.exists("summary.json"));
    for (const QString &name : folder.entryList(QDir::Files)) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("sesame"), qPrintable(name));
    }
}

void RunInputTest::saysWhyItCannotBeRead_data()
{
    QTest::addColumn<qint64>("size"); // -1: none
    QTest::addColumn<QString>("says");
    QTest::newRow("none") << qint64(-1) << "input";
    QTest::newRow("too large") << qint64(16 * 1024 * 1024 + 1) << "larger than";
}

void RunInputTest::saysWhyItCannotBeRead()
{
    QFETCH(qint64, size);
    QFETCH(QString, says);
    QFile::remove(m_folder.filePath("input"));
    if (size >= 0) {
        QVERIFY(QFile::resize(fileOf("x"), size));
    }
    fillIn("tpu1", m_folder.filePath("input"));
    click("Run command");
    QTRY_VERIFY2(notice().contains(says), qPrintable(notice()));
    QVERIFY(commands().empty());
    QVERIFY(!fileOf("now").isEmpty());
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
}

void RunInputTest::terminalsGetNone()
{
    fillIn("tpu1", fileOf("text"));
    click("Terminal");
    QVERIFY(!find<QLineEdit>("Stdin from a file")->isEnabled());
    QVERIFY(!find<QAbstractButton>("Run options")->text().contains("stdin from a file"));
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(1));
    QVERIFY(commands().back().request.input.isEmpty());
}

void RunInputTest::aRunThatIsLeftGetsIt()
{
    m_fixture->page.setDetachedFolder(m_folder.filePath("detached"));
    fillIn("tpu1", fileOf("bytes of a file"));
    find<QComboBox>("When Podium closes")->setCurrentText("keep running");
    click("Run command");
    // Others look what is left running.
    const auto isLaunch = [](const auto &each) { return each.request.input.endsWith("of a file"); };
    QTRY_COMPARE(std::count_if(commands().begin(), commands().end(), isLaunch), 1);
}

void RunInputTest::fewLogInAtOnce()
{
    m_fixture->play([](int) { return FakeScript().phase(ssh::Phase::Login).hang(); });
    fillIn("pod-v4", {});
    auto *logins = find<QSpinBox>("Logins at once");
    QVERIFY(logins);
    QCOMPARE(logins->value(), run::RunSpec().loginsAtOnce);
    logins->setValue(3);
    QVERIFY(find<QAbstractButton>("Run options")->text().contains("3 logins at once"));
    click("Run command");
    QTRY_COMPARE(commands().size(), std::size_t(3));
    QTRY_COMPARE(m_fixture->transport.mostLoggingIn(), 3);
}

QTEST_MAIN(RunInputTest)
#include "tst_runinput.moc"
