// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/tpudialog.h"

#include <QLabel>
#include <QLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using podium::ui::TpuDialog;

/// The view of a node's TPU while eight workers are asked or freed, and time goes by.
class TestTpuAges final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void agesGoOn();
    void aSelectionHoldsBackAgesAlone();
    void aLongLookSaysHowFarItIs();
    void whatIsChosenFromIsInSight();
    void partsStandApartInASmallWindow();
    void closingDoesNotBreakOffTheFreeing();

private:
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        const auto buttons = m_dialog->findChildren<QPushButton *>();
        const auto found =
            std::find_if(buttons.begin(), buttons.end(), [&text](const QPushButton *each) {
                return each->text() == text;
            });
        return found == buttons.end() ? nullptr : *found;
    }
    [[nodiscard]] bool says(const QString &part) const
    {
        const auto labels = m_dialog->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&part](const QLabel *label) {
            return label->text().contains(part);
        });
    }
    [[nodiscard]] QString cell(int column, int role = Qt::DisplayRole) const
    {
        const auto *model = m_dialog->findChild<QTableView *>()->model();
        return model->index(0, column).data(role).toString();
    }
    [[nodiscard]] QString plan() const
    {
        return m_dialog->findChild<QPlainTextEdit *>()->toPlainText();
    }

    ManualClock m_clock;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<TpuDialog> m_dialog;
};

void TestTpuAges::init()
{
    m_dialog.reset();
    m_transport = std::make_unique<FakeTransport>([](const ssh::CommandRequest &) {
        const auto held = heldBy({holderOf(12, 1000, "ada", "python3 train.py")});
        return FakeScript().login().out(framed(answerOf(held))).exit(0);
    });
    auto session = std::make_unique<tpu::TpuSession>(
        run::RunService(*m_transport, reachable, m_clock), specFor(8).workers,
        [](const WorkerRef &worker) {
            return tpu::Expected{worker.index, 8, 4};
        });
    m_dialog = std::make_unique<TpuDialog>(std::move(session), QStringLiteral("pod"), m_clock);
    m_dialog->show();
    QTRY_VERIFY(button("Free…")->isEnabled());
}

/// In the row, in the summary and in the plan.
void TestTpuAges::agesGoOn()
{
    QCOMPARE(cell(2), QString("5 h"));
    button("Free…")->click();
    QVERIFY2(plan().contains("since 5 h"), qPrintable(plan()));
    m_clock.advance(3600);
    QTRY_COMPARE(cell(2), QString("6 h"));
    QTRY_VERIFY(plan().contains("since 6 h"));
    QVERIFY(!plan().contains("since 5 h"));
    QTRY_VERIFY(says("since 6 h"));
    // It is still ticked: the plan is of the same processes.
    QCOMPARE(cell(0, Qt::CheckStateRole).toInt(), int(Qt::Checked));
}

/// What is selected to be copied stays so, but not where something else would be done.
void TestTpuAges::aSelectionHoldsBackAgesAlone()
{
    button("Free…")->click();
    auto *text = m_dialog->findChild<QPlainTextEdit *>();
    text->selectAll();
    m_clock.advance(3600);
    QTRY_COMPARE(cell(2), QString("6 h"));
    QVERIFY(text->textCursor().hasSelection());
    QVERIFY2(plan().startsWith("Worker 0: ends ada's train.py"), qPrintable(plan()));
    QAbstractItemModel *model = m_dialog->findChild<QTableView *>()->model();
    QVERIFY(model->setData(model->index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY2(plan().startsWith("Worker 0: leaves ada's train.py"), qPrintable(plan()));
}

void TestTpuAges::aLongLookSaysHowFarItIs()
{
    m_transport->setScript([](const ssh::CommandRequest &request) {
        return request.endpoint.worker.index == 0
                   ? FakeScript().login().out(framed(answerOf(heldBy({})))).exit(0)
                   : FakeScript().login().hang();
    });
    button("Look again")->click();
    m_clock.advance(12);
    QTRY_VERIFY(says("who holds the TPU; answered: 1 of 8 · 12 s so far"));
}

/// The boxes of which the plan speaks.
void TestTpuAges::whatIsChosenFromIsInSight()
{
    const auto *view = m_dialog->findChild<QTableView *>();
    button("Free…")->click();
    QCOMPARE(view->model()->rowCount(), 8);
    QTRY_VERIFY(
        view->viewport()->rect().contains(view->visualRect(view->model()->index(0, 0))) &&
        view->viewport()->rect().contains(view->visualRect(view->model()->index(7, 0))));
    QVERIFY(m_dialog->findChild<QPlainTextEdit *>()->viewport()->height() > 0);
}

/// The summary wraps there: nothing is moved onto the table for that.
void TestTpuAges::partsStandApartInASmallWindow()
{
    button("Free…")->click();
    const auto *summary = qobject_cast<QLabel *>(m_dialog->layout()->itemAt(0)->widget());
    QVERIFY(summary && summary->accessibleName() == QLatin1String("Summary"));
    const auto apart = [this] {
        int end = 0;
        for (int part = 0; part < m_dialog->layout()->count(); ++part) {
            const QLayoutItem *item = m_dialog->layout()->itemAt(part);
            if (item->isEmpty()) {
                continue;
            }
            if (item->geometry().top() < end) {
                return false;
            }
            end = item->geometry().bottom() + 1;
        }
        return end <= m_dialog->height();
    };
    for (const int width : {720, 420, 720}) {
        m_dialog->resize(width, 320);
        QTRY_COMPARE(summary->height(), summary->heightForWidth(summary->width()));
        QTRY_VERIFY(apart());
    }
}

/// Some would be told to end and never killed, and nobody told.
void TestTpuAges::closingDoesNotBreakOffTheFreeing()
{
    button("Free…")->click();
    QVERIFY(button("Close")->isEnabled());
    m_transport->setScript([](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    int told = 0;
    connect(m_dialog.get(), &TpuDialog::freed, this, [&told] { ++told; });
    button("End these")->click();
    QVERIFY(!button("Close")->isEnabled());
    QTest::keyClick(m_dialog.get(), Qt::Key_Escape);
    m_dialog->close();
    QVERIFY(m_dialog->isVisible());
    QVERIFY(m_dialog->isFreeing());
    QCOMPARE(m_transport->commands().back().termCount, 0);
    button("Stop")->click();
    QTRY_VERIFY(button("Close")->isEnabled());
    QTRY_COMPARE(told, 1);
    m_dialog->close();
    QVERIFY(!m_dialog->isVisible());
}

QTEST_MAIN(TestTpuAges)
#include "tst_tpuages.moc"
