// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/inventory.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/create/createdialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

Q_DECLARE_METATYPE(podium::lifecycle::NodeRequest)

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::tests;
using podium::ui::CreateDialog;

/// A node asked for in the window.
class TestCreateDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aCoveredOneIsAskedForAtOnce();
    void theNameIsJudgedAsTyped();
    void anotherWayIsFoldedUnderHow();
    void whatCostsIsConfirmedByItsPrice();
    void theTypeFollowsItsParts();
    void untilThereIsCapacity();
    void theCommandsAreCopied();
    void aNodeMadeMeanwhileIsSeen();
    void everyControlHasAName();

private:
    template <typename Widget>
    [[nodiscard]] Widget *the(const QString &name) const
    {
        return byName<Widget>(*m_dialog, name);
    }
    [[nodiscard]] NodeRequest asked()
    {
        QSignalSpy spy(m_dialog.get(), &CreateDialog::createRequested);
        the<QPushButton>("Create")->click();
        return spy.isEmpty() ? NodeRequest() : spy[0][0].value<NodeRequest>();
    }
    void ask(const inventory::Snapshot &snapshot)
    {
        m_source.set(snapshot);
        QSignalSpy spy(m_inventory.get(), &inventory::Inventory::refreshed);
        m_inventory->refresh();
        QVERIFY(spy.wait(Patience));
    }

    ManualClock m_clock;
    FakeNodeSource m_source;
    std::unique_ptr<inventory::Inventory> m_inventory;
    std::unique_ptr<CreateDialog> m_dialog;
};

void TestCreateDialog::init()
{
    qRegisterMetaType<NodeRequest>("podium::lifecycle::NodeRequest");
    m_dialog.reset();
    m_inventory = std::make_unique<inventory::Inventory>(m_source, nullptr, m_clock);
    ask(snapshotOf({{}}));
    const QDate day = m_clock.now().date();
    const TpuGrants grants{
        {*ProjectId::parse("lab-speech"),
         day.addDays(-30),
         day.addDays(30),
         {{16, TpuUnit::Chips, 0, true, Generation::V6e, *Zone::parse("europe-west4-a")}}}};
    m_dialog = std::make_unique<CreateDialog>(
        *m_inventory, grants, m_clock,
        models::firstForm(grants, m_inventory->snapshot(), m_clock.now()));
    m_dialog->show();
}

void TestCreateDialog::aCoveredOneIsAskedForAtOnce()
{
    QVERIFY(the<QLabel>("Coverage and price")->text().contains("covered until"));
    const NodeRequest request = asked();
    QCOMPARE(request.spec.name, QString("v6e-1"));
    QCOMPARE(request.spec.type, QString("v6e-8"));
    QVERIFY(request.spec.spot);
    QCOMPARE(request.id.size(), 12);
    QCOMPARE(request.zones.size(), std::size_t(1));
    QVERIFY(!request.untilCapacity);
    QVERIFY(!m_dialog->isVisible());
}

void TestCreateDialog::theNameIsJudgedAsTyped()
{
    QVERIFY(!the<QLabel>("What is wrong with: Name"));
    the<QLineEdit>("Name")->clear();
    QVERIFY(!the<QLabel>("What is wrong with: Name")); // before it was left
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
    QCoreApplication::sendEvent(the<QLineEdit>("Name"), &out);
    QVERIFY(the<QLabel>("What is wrong with: Name"));
    QTest::keyClicks(the<QLineEdit>("Name"), "Bad<b>");
    auto *problem = the<QLabel>("What is wrong with: Name");
    QVERIFY(problem && problem->text().contains("is not a valid node name"));
    QCOMPARE(the<QLineEdit>("Name")->accessibleDescription(), problem->text());
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    QCOMPARE(richLabels(*m_dialog), QStringList());
    the<QLineEdit>("Name")->setText("good");
    QVERIFY(!the<QLabel>("What is wrong with: Name"));
    QVERIFY(the<QPushButton>("Create")->isEnabled());
}

void TestCreateDialog::anotherWayIsFoldedUnderHow()
{
    QVERIFY(!the<QComboBox>("Ask Google"));
    the<QToolButton>("How to request it, and what to do afterwards")->click();
    auto *means = the<QComboBox>("Ask Google");
    QVERIFY(means);
    QCOMPARE(the<QComboBox>("Runs for")->currentText(), QString("4 hours"));
    // It is in sight, and the dialog on the screen.
    auto *last = the<QLineEdit>("Recipes to run on it once it is ready");
    QTRY_VERIFY(last->visibleRegion().boundingRect().height() == last->height());
    QVERIFY(m_dialog->screen()->availableGeometry().contains(m_dialog->frameGeometry()));
    QVERIFY(!the<QComboBox>("Waits for at most")->isEnabled());
    means->setCurrentIndex(1);
    QVERIFY(the<QComboBox>("Waits for at most")->isEnabled());
    the<QCheckBox>("All zones at once: the first that answers ssh is kept")->click();
    QVERIFY(the<QLabel>("What is wrong with: How")); // there is one zone
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    the<QCheckBox>("All zones at once: the first that answers ssh is kept")->click();
    the<QCheckBox>("Keep it: create it again after a preemption")->click();
    the<QLineEdit>("Recipes to run on it once it is ready")->setText("setup, resume");
    const QString commands =
        the<QPlainTextEdit>("The same by podiumctl and by gcloud")->toPlainText();
    QVERIFY2(
        commands.contains("--queued --valid-for=1d --keep --then=setup --then=resume"),
        qPrintable(commands));
    QVERIFY2(
        commands.contains("queued-resources create v6e-1 --node-id=v6e-1"), qPrintable(commands));
    const NodeRequest request = asked();
    QVERIFY(request.means == Means::Queued);
    QVERIFY(request.isKept && !request.isRace);
    QCOMPARE(request.recipes, (QStringList{"setup", "resume"}));
}

void TestCreateDialog::whatCostsIsConfirmedByItsPrice()
{
    the<QCheckBox>("Spot: cheaper, and may be taken away at any time")->click();
    QVERIFY(the<QLabel>("Coverage and price")->text().contains("not covered, $570.24 a day"));
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    auto *agreed = the<QCheckBox>("Create it anyway, for up to $570.24 a day by list price");
    QVERIFY(agreed);
    agreed->click();
    QVERIFY(the<QPushButton>("Create")->isEnabled());
    the<QComboBox>("Chips")->setEditText("16"); // that was not agreed to
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    QVERIFY(!agreed->isChecked());
    agreed->click();
    QCOMPARE(asked().spec.type, QString("v6e-16"));
}

void TestCreateDialog::theTypeFollowsItsParts()
{
    auto *generation = the<QComboBox>("Generation");
    generation->setCurrentIndex(generation->findText("v4"));
    the<QComboBox>("Chips")->setEditText("32");
    QCOMPARE(the<QLabel>("Accelerator type")->text(), QString("v4-64"));
    QCOMPARE(the<QLineEdit>("Version")->placeholderText(), QString("tpu-ubuntu2204-base"));
    the<QComboBox>("Chips")->setEditText("3");
    QVERIFY(the<QLabel>("What is wrong with: Type"));
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
}

void TestCreateDialog::untilThereIsCapacity()
{
    QVERIFY(!the<QComboBox>("For at most")->isEnabled());
    the<QCheckBox>("Keep trying until there is capacity, for at most")->click();
    QVERIFY(the<QComboBox>("For at most")->isEnabled());
    const NodeRequest request = asked();
    QVERIFY(request.untilCapacity);
    QCOMPARE(request.deadline, m_clock.now().addDays(1));
}

void TestCreateDialog::theCommandsAreCopied()
{
    the<QPushButton>("Copy podiumctl")->click();
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY(command.startsWith("podiumctl create v6e-1 "));
    auto *shown = the<QPlainTextEdit>("The same by podiumctl and by gcloud");
    QVERIFY(shown->toPlainText().startsWith(command));
    the<QPushButton>("Copy gcloud")->click();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("gcloud compute tpus "));
    the<QComboBox>("Zones")->setEditText("");
    QVERIFY(!the<QPushButton>("Copy gcloud")->isEnabled());
}

void TestCreateDialog::aNodeMadeMeanwhileIsSeen()
{
    QVERIFY(the<QPushButton>("Create")->isEnabled());
    ask(snapshotOf({{.zone = "europe-west4-a", .name = "v6e-1", .type = "v6e-16", .spot = true}}));
    QVERIFY(the<QLabel>("What is wrong with: Name"));
    QVERIFY(!the<QPushButton>("Create")->isEnabled());
    the<QLineEdit>("Name")->setText("v6e-2");
    QVERIFY(!the<QPushButton>("Create")->isEnabled()); // the grant is used up
}

void TestCreateDialog::everyControlHasAName()
{
    for (const QWidget *widget : m_dialog->findChildren<QWidget *>()) {
        const bool takesKeys = widget->focusPolicy() != Qt::NoFocus && widget->isVisible();
        QVERIFY2(
            !takesKeys || !accessibleNameOf(widget).isEmpty() ||
                widget->objectName().startsWith("qt_"),
            widget->metaObject()->className());
    }
}

QTEST_MAIN(TestCreateDialog)
#include "tst_createdialog.moc"
