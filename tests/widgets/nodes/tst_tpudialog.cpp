// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/tpudialog.h"

#include <QCheckBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using podium::ui::TpuDialog;

namespace {

QByteArray framed(const remote::Answer &answer)
{
    QByteArray bytes = "podium-remote 2 1:1,1:0,\n";
    std::vector<remote::Record> records = answer.records;
    records.push_back({"end", {}});
    for (const remote::Record &record : records) {
        bytes += record.kind + ' ' + QByteArray::number(record.fields.size()) + ' ';
        for (const QByteArray &field : record.fields) {
            bytes += QByteArray::number(field.size()) + ':' + field + ',';
        }
        bytes += '\n';
    }
    return bytes;
}

} // namespace

/// The view of a node's TPU: who holds it, the plan, what came of it.
class TestTpuDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void holdersAreShownByWorker();
    void thePlanComesBeforeAnythingEnds();
    void anotherUsersProcessesNeedATick();
    void aWorkerThatDoesNotAnswerIsNamed();
    void everyControlHasAName();

private:
    [[nodiscard]] QPushButton *button(const QString &text) const
    {
        for (QPushButton *each : m_dialog->findChildren<QPushButton *>()) {
            if (each->text() == text) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] QString shown() const
    {
        const auto *model = m_dialog->findChild<QTableView *>()->model();
        QStringList rows;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model->columnCount(); ++column) {
                cells << model->index(row, column).data().toString();
            }
            rows << cells.join(QLatin1Char('|'));
        }
        return rows.join(QLatin1Char('\n'));
    }
    [[nodiscard]] QString plan() const
    {
        return m_dialog->findChild<QPlainTextEdit *>()->toPlainText();
    }
    void open()
    {
        auto session = std::make_unique<tpu::TpuSession>(
            run::RunService(*m_transport, reachable, m_clock), specFor(2).workers,
            [](const WorkerRef &worker) {
                return tpu::Expected{worker.index, 2, 4};
            });
        m_dialog = std::make_unique<TpuDialog>(std::move(session), QStringLiteral("pod"));
        m_dialog->show();
    }
    SystemClock m_clock;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<TpuDialog> m_dialog;
    bool m_isFreed = false;
};

void TestTpuDialog::init()
{
    m_dialog.reset();
    m_isFreed = false;
    m_transport = std::make_unique<FakeTransport>([this](const ssh::CommandRequest &request) {
        const bool isFirst = request.endpoint.worker.index == 0;
        const tpu::Holder own = holderOf(12, 1000, "ada", "python3 <b>train.py");
        const tpu::Holder other = holderOf(13, 1001, "l&n", "python3 eval.py");
        m_isFreed = m_isFreed || request.input.contains("\nend 12 120\n");
        const auto first = m_isFreed ? heldBy({other}) : heldBy({own, other});
        return FakeScript().login().out(framed(answerOf(isFirst ? first : heldBy({})))).exit(0);
    });
    open();
    QTRY_VERIFY(button("Free…")->isEnabled());
}

void TestTpuDialog::holdersAreShownByWorker()
{
    QCOMPARE(shown(), QString("0|ada|5 h|12|<b>train.py\n0|l&n|5 h|13|eval.py\n1||||free"));
    const auto *model = m_dialog->findChild<QTableView *>()->model();
    const QString tip = model->index(0, 4).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("&lt;b&gt;"), qPrintable(tip));
    QVERIFY(!m_dialog->findChild<QPlainTextEdit *>()->isVisible());
}

void TestTpuDialog::thePlanComesBeforeAnythingEnds()
{
    const std::size_t before = m_transport->commands().size();
    button("Free…")->click();
    QVERIFY(plan().contains("Worker 0: ends ada's <b>train.py (pid 12"));
    QVERIFY(plan().contains("Worker 0: leaves l&n's eval.py"));
    QCOMPARE(m_transport->commands().size(), before);
    button("Do nothing")->click();
    QVERIFY(!m_dialog->findChild<QPlainTextEdit *>()->isVisible());
    button("Free…")->click();
    QSignalSpy freed(m_dialog.get(), &TpuDialog::freed);
    button("End these")->click();
    QVERIFY(freed.wait(podium::Patience));
    QCOMPARE(m_transport->commands().size(), before + 1); // the other worker has nothing to do
    QVERIFY(freed[0][0].toStringList().join('\n').contains("Worker 0: Still held by l&n"));
    QVERIFY(!shown().contains("train.py"));
}

void TestTpuDialog::anotherUsersProcessesNeedATick()
{
    button("Free…")->click();
    auto *box = m_dialog->findChild<QCheckBox *>();
    QVERIFY(box && !box->isChecked());
    box->setChecked(true);
    QVERIFY(plan().contains("ends l&n's eval.py"));
    box->setChecked(false);
    QVERIFY(plan().contains("leaves l&n's eval.py"));
}

void TestTpuDialog::aWorkerThatDoesNotAnswerIsNamed()
{
    m_transport->setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "No way.", {}, {}, {}}});
    });
    button("Look again")->click();
    QTRY_COMPARE(shown(), QString("0||||No way.\n1||||No way."));
    QVERIFY(!button("Free…")->isEnabled());
}

void TestTpuDialog::everyControlHasAName()
{
    button("Free…")->click();
    for (const QWidget *widget : m_dialog->findChildren<QWidget *>()) {
        const bool takesKeys = widget->focusPolicy() != Qt::NoFocus && widget->isVisible();
        const auto *box = qobject_cast<const QAbstractButton *>(widget);
        const bool isNamed = !widget->accessibleName().isEmpty() || (box && !box->text().isEmpty());
        QVERIFY2(
            !takesKeys || isNamed || widget->objectName().startsWith("qt_"),
            widget->metaObject()->className());
    }
}

QTEST_MAIN(TestTpuDialog)
#include "tst_tpudialog.moc"
