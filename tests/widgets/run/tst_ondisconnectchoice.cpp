// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "runpagetest.h"
#include "tests/fakes/patience.h"

#include <QComboBox>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::tests;

/// What is to become of a run when Podium goes.
class LeaveChoiceTest final : public RunPageTestBase
{
    Q_OBJECT

private slots:
    void theChoiceSaysWhatItMeans();
    void endsWhenCutOff();
    void fitsIntoASmallPage();

private:
    ui::RunPage &runPage() { return m_fixture->page; }
    void useFolder() { runPage().setDetachedFolder(m_folder.filePath("detached")); }

    QTemporaryDir m_folder;
};

void LeaveChoiceTest::theChoiceSaysWhatItMeans()
{
    useFolder();
    QVERIFY(!find<QComboBox>("When Podium closes"));
    click("Run options");
    auto *choice = find<QComboBox>("When Podium closes");
    QVERIFY(choice);
    QCOMPARE(choice->currentText(), QString("stop"));
    const auto says = [this](const QString &text) {
        const auto labels = page().findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    };
    QVERIFY(says("Closing the window stops it."));
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(choice->currentText(), QString("stop, also if disconnected"));
    QVERIFY(says("stops it on its own"));
    QVERIFY(find<QAbstractButton>("Run options")->text().contains("stop if disconnected"));
    QTest::keyClick(choice, Qt::Key_Down);
    QCOMPARE(choice->currentText(), QString("keep running"));
    QVERIFY(says("does not affect it"));
    QVERIFY(find<QAbstractButton>("Run options")->text().contains("keep running"));
}

/// The workers are told at the start.
void LeaveChoiceTest::endsWhenCutOff()
{
    useFolder();
    m_fixture->transport.setScript(
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    typeTarget("pod-v4:0-1");
    typeCommand("train");
    click("Run options");
    find<QComboBox>("When Podium closes")->setCurrentText("stop, also if disconnected");
    click("Run command");
    QTRY_COMPARE(stateOf("pod-v4:1"), QString("running"));
    const auto &commands = m_fixture->transport.commands();
    QCOMPARE(commands.size(), std::size_t(2));
    QCOMPARE(withoutMark(commands[0].request.command), QByteArray("train"));
    QCOMPARE(commands[0].request.lossLimit, std::chrono::seconds(60));
    QVERIFY(!commands[0].isLeft);
    click("Run command"); // a second one: now there are tabs
    QTRY_COMPARE(runPage().runningCount(), 2);
    emit find<QTabBar>("Runs")->tabCloseRequested(0);
    answer("Stop and close");
    QTRY_COMPARE(runPage().runningCount(), 1);
    QVERIFY(!commands[0].isLeft && commands[0].termCount > 0);
    QCOMPARE(commands[2].termCount, 0);
}

/// With the lines of the other options: none is squeezed, whatever it says.
void LeaveChoiceTest::fitsIntoASmallPage()
{
    useFolder();
    click("Run options");
    auto *choice = find<QComboBox>("When Podium closes");
    for (int index = 0; index < choice->count(); ++index) {
        choice->setCurrentIndex(index);
        page().resize(page().minimumSizeHint());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY(page().height() < 600);
        for (const QWidget *field : page().findChildren<QWidget *>()) {
            const bool isShown = field->isVisible() && !field->accessibleName().isEmpty() &&
                                 field->accessibleName() != "All options"; // which scrolls
            QVERIFY2(
                !isShown || field->height() >= field->minimumSizeHint().height(),
                qPrintable(field->accessibleName()));
        }
    }
}

QTEST_MAIN(LeaveChoiceTest)
#include "tst_ondisconnectchoice.moc"
