// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/workeractivity.h"
#include "core/models/nodes/tpumodel.h"
#include "tests/core/remote/framed.h"
#include "tests/core/run/fakeruns.h"
#include "tests/core/tpu/tpuanswers.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/patience.h"
#include "widgets/nodes/tpudialog.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using podium::ui::TpuDialog;

/// The view of a node's TPU: who holds it, the plan, what came of it.
class TestTpuDialog final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void holdersAreShownByWorker();
    void thePlanComesBeforeAnythingEnds();
    void whoComesBackAfterwardsIsNamed();
    void anotherUsersProcessesNeedATick();
    void whatIsUntickedStays();
    void spaceTicksAllThatAreSelected();
    void emptyColumnsTakeNoRoom();
    void aVerdictIsShownWhole();
    void aCheckLetsAllCompute();
    void aCheckNamesWhoFailedAndWhoSaidNothing();
    void theChosenPythonIsUsed();
    void aHeldTpuIsNotTried();
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
    [[nodiscard]] QTableView *view() const { return m_dialog->findChild<QTableView *>(); }
    /// Of a row: "x" ticked, "-" not, "" without a tick.
    [[nodiscard]] QString tick(int row) const
    {
        const QVariant state = view()->model()->index(row, 0).data(Qt::CheckStateRole);
        return !state.isValid() ? "" : state.toInt() == Qt::Checked ? "x" : "-";
    }
    void setTick(int row, Qt::CheckState state)
    {
        QAbstractItemModel *model = view()->model();
        QVERIFY(model->setData(model->index(row, 0), state, Qt::CheckStateRole));
    }
    void open()
    {
        auto session = std::make_unique<tpu::TpuSession>(
            run::RunService(*m_transport, reachable, m_clock), specFor(2).workers,
            [](const WorkerRef &worker) {
                return tpu::Expected{worker.index, 2, 4};
            });
        m_dialog = std::make_unique<TpuDialog>(std::move(session), QStringLiteral("pod"), m_clock);
        m_dialog->show();
    }
    /// What the plan came to, as Activity tells it.
    [[nodiscard]] QString freed()
    {
        std::optional<models::ActivityEntry> entry;
        connect(m_dialog.get(), &TpuDialog::freed, this, [&entry](const auto &workers) {
            entry = models::activityOfFreedTpu(workers, QDateTime::currentDateTimeUtc());
        });
        button("End these")->click();
        [&entry] { QTRY_VERIFY(entry); }();
        disconnect(m_dialog.get(), &TpuDialog::freed, this, nullptr);
        return entry ? entry->text : QString();
    }
    void answer(const std::function<FakeScript(int index)> &computed);
    ManualClock m_clock;
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
        remote::Answer answer = answerOf(isFirst ? first : heldBy({}));
        if (request.input.contains("\nend 12 120\n")) {
            answer.records.insert(
                answer.records.begin(),
                {"step", {"process 12", "changed", "it did not hear TERM and was killed"}});
        }
        return FakeScript().login().out(framed(answer)).exit(0);
    });
    open();
    QTRY_VERIFY(button("Free…")->isEnabled());
}

void TestTpuDialog::holdersAreShownByWorker()
{
    QCOMPARE(
        shown(),
        QString("0|ada|5 h|12|accel0|<b>train.py\n0|l&n|5 h|13|accel0|eval.py\n1|||||free"));
    const QString tip = view()->model()->index(0, 5).data(Qt::ToolTipRole).toString();
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
    std::vector<models::HolderLook> looked;
    connect(m_dialog.get(), &TpuDialog::looked, this, [&looked](const auto &workers) {
        looked.push_back(models::holderLook(workers));
    });
    const QDateTime first = m_clock.now();
    m_clock.advance(120);
    button("Do nothing")->click();
    QVERIFY(!m_dialog->findChild<QPlainTextEdit *>()->isVisible());
    button("Free…")->click();
    const QString outcome = freed();
    // Freed, then checked; the other worker has nothing to do.
    QCOMPARE(m_transport->commands().size(), before + 2);
    QVERIFY2(outcome.contains("Still held by l&n"), qPrintable(outcome));
    QVERIFY2(outcome.contains("Checked: it is held."), qPrintable(outcome));
    disconnect(m_dialog.get(), &TpuDialog::looked, this, nullptr);
    QCOMPARE(looked.size(), std::size_t(1));
    // The one that was not asked again is as old as its answer.
    QCOMPARE(
        models::holdersText(looked[0], m_clock.now()),
        QString("l&n's eval.py on 1, just now · free on 1, 2 min ago"));
    QCOMPARE(looked[0].earlier.front().first, first);
    QVERIFY(!shown().contains("train.py"));
    QVERIFY2(shown().contains("Checked: it is held."), qPrintable(shown()));
    // And how it was done, here and there.
    const QString done =
        "ada's <b>train.py (pid 12, since 5 h): it did not hear TERM and was killed.";
    QVERIFY2(outcome.contains(done), qPrintable(outcome));
    auto *log = byName<QPlainTextEdit>(*m_dialog, "What was done");
    QVERIFY(log);
    QVERIFY2(log->toPlainText().startsWith("Worker 0: " + done), qPrintable(log->toPlainText()));
    QVERIFY(log->toPlainText().endsWith("\nWorker 0: Checked: it is held."));
    button("Free…")->click();
    QVERIFY(!log->isVisible()); // of another plan
}

/// Free at first; by the time it is checked somebody has started it again.
void TestTpuDialog::whoComesBackAfterwardsIsNamed()
{
    button("Free…")->click();
    m_dialog->findChild<QCheckBox *>()->setChecked(true);
    m_transport->setScript([](const ssh::CommandRequest &request) {
        const bool frees = request.input.contains("\nend 12 120\n");
        tpu::Holder again = holderOf(20, 1000, "ada", "python3 <b>train.py");
        again.parentPid = 5;
        again.parentCommand = "bash loop.sh";
        const auto found = frees ? heldBy({}) : heldBy({again});
        return FakeScript().login().out(framed(answerOf(found))).exit(0);
    });
    const QString outcome = freed();
    QVERIFY2(outcome.contains("came back: loop.sh (pid 5)"), qPrintable(outcome));
    QVERIFY2(outcome.contains("Checked: it is held."), qPrintable(outcome));
    QVERIFY(shown().contains("|ada|"));
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

/// Own processes are ticked, another user's have no tick before the yes.
void TestTpuDialog::whatIsUntickedStays()
{
    QCOMPARE(tick(0), QString());
    button("Free…")->click();
    QCOMPARE(tick(0), QString("x"));
    QCOMPARE(tick(1), QString());
    setTick(0, Qt::Unchecked);
    QCOMPARE(tick(0), QString("-"));
    QVERIFY2(plan().contains("leaves ada's <b>train.py"), qPrintable(plan()));
    QVERIFY(!button("End these")->isEnabled());
    m_dialog->findChild<QCheckBox *>()->setChecked(true);
    QCOMPARE(tick(1), QString("x"));
    QSignalSpy freed(m_dialog.get(), &TpuDialog::freed);
    const std::size_t before = m_transport->commands().size();
    button("End these")->click();
    QCOMPARE(tick(0), QString());
    QVERIFY(freed.wait(podium::Patience));
    const QByteArray input = m_transport->commands()[before].request.input;
    QVERIFY(input.contains("\nend 13 130\n") && !input.contains("\nend 12 120\n"));
    // It is chosen anew each time.
    button("Free…")->click();
    QCOMPARE(tick(0), QString("x"));
}

void TestTpuDialog::spaceTicksAllThatAreSelected()
{
    button("Free…")->click();
    m_dialog->findChild<QCheckBox *>()->setChecked(true);
    m_dialog->activateWindow();
    view()->setFocus();
    QTRY_VERIFY(view()->hasFocus());
    view()->selectAll();
    view()->selectionModel()->setCurrentIndex(
        view()->model()->index(1, 3), QItemSelectionModel::NoUpdate);
    QTest::keyClick(view(), Qt::Key_Space);
    QCOMPARE(tick(0) + tick(1) + tick(2), QString("--"));
    QTest::keyClick(view(), Qt::Key_Space);
    QCOMPARE(tick(0) + tick(1) + tick(2), QString("xx"));
}

void TestTpuDialog::emptyColumnsTakeNoRoom()
{
    const auto hidden = [this] {
        QString text;
        for (int column = 0; column < view()->model()->columnCount(); ++column) {
            text += view()->isColumnHidden(column) ? '-' : 'x';
        }
        return text;
    };
    QTRY_COMPARE(hidden(), QString("xxxxxx"));
    m_transport->setScript([](const ssh::CommandRequest &) {
        return FakeScript().login().out(framed(answerOf(heldBy({})))).exit(0);
    });
    button("Look again")->click();
    QTRY_COMPARE(hidden(), QString("x----x"));
}

/// Where the window is narrow as well: its lines are broken.
void TestTpuDialog::aVerdictIsShownWhole()
{
    const QString text = QStringLiteral("Nobody knows the way there. ").repeated(12);
    m_transport->setScript([text](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Unreachable{{ErrorKind::Network, text, {}, {}, {}}});
    });
    m_dialog->resize(720, 480);
    button("Look again")->click();
    QTRY_VERIFY(button("Look again")->isEnabled());
    const QModelIndex verdict = view()->model()->index(0, 5);
    const auto missing = [&] {
        const QRect room = view()->visualRect(verdict);
        const QRect needed = view()->fontMetrics().boundingRect(
            0, 0, room.width(), 10'000, Qt::TextWordWrap, verdict.data().toString());
        return needed.height() - room.height();
    };
    const int line = view()->fontMetrics().lineSpacing();
    QTRY_VERIFY(missing() <= 0 && view()->rowHeight(0) > 2 * line);
    m_dialog->resize(1200, 480);
    QTRY_VERIFY(missing() <= 0 && missing() > -2 * line); // not more than it needs
}

/// Each says what fits, whatever it is asked: `computed` is for the program.
void TestTpuDialog::answer(const std::function<FakeScript(int index)> &computed)
{
    m_transport->setScript([computed](const ssh::CommandRequest &request) {
        const int index = request.endpoint.worker.index;
        if (request.command == "true") { // all log in before any starts
            return FakeScript().login().exit(0);
        }
        if (request.input.contains("TPU-OK")) {
            return computed(index);
        }
        remote::Answer answer = checkOf(heldBy({}));
        for (remote::Record &record : answer.records) {
            if (record.at(0) == "agent-worker-number") {
                record.fields[1] = QByteArray::number(index);
            }
        }
        return FakeScript().login().out(framed(answer)).exit(0);
    });
}

void TestTpuDialog::aCheckLetsAllCompute()
{
    answer([](int) {
        const remote::Record said{
            "probe", {"jax", "python3", "0", "TPU-OK jax 0.4.35 tpu 0 2 4 8 2097152.0"}};
        return FakeScript().login().out(framed({{said}, false, true})).exit(0);
    });
    button("Check")->click();
    QVERIFY(!button("Check")->isEnabled() && button("Stop")->isVisible());
    QTRY_VERIFY(button("Check")->isEnabled());
    const QStringList rows = shown().split('\n');
    QCOMPARE(rows.size(), 2);
    for (const QString &row : rows) {
        QVERIFY2(row.contains("free · Checked: it is as it should be."), qPrintable(row));
        QVERIFY2(row.contains("It answers jax 0.4.35, with 4 devices here"), qPrintable(row));
    }
    QVERIFY(!button("Stop")->isVisible());
}

void TestTpuDialog::aCheckNamesWhoFailedAndWhoSaidNothing()
{
    answer([](int index) {
        const remote::Record said{
            "probe", {"jax", "python3", "1", "UNAVAILABLE: No TPU Platform available"}};
        return index == 0 ? FakeScript().login().hang()
                          : FakeScript().login().out(framed({{said}, false, true})).exit(1);
    });
    button("Check")->click();
    QTRY_VERIFY(button("Check")->isEnabled());
    const QStringList rows = shown().split('\n');
    QVERIFY2(rows[0].contains("said nothing"), qPrintable(rows[0]));
    QVERIFY2(rows[0].contains("failed on worker 1."), qPrintable(rows[0]));
    QVERIFY2(rows[1].contains("The wrong runtime version"), qPrintable(rows[1]));
}

void TestTpuDialog::theChosenPythonIsUsed()
{
    answer([](int) { return FakeScript().login().out(framed({{}, false, true})).exit(0); });
    m_dialog->findChild<QLineEdit *>()->setText(" ~/venv/bin/python3 ");
    QTest::keyClick(m_dialog->findChild<QLineEdit *>(), Qt::Key_Return);
    QTRY_VERIFY(button("Check")->isEnabled());
    const QByteArray input = m_transport->commands().back().request.input;
    const QByteArray data = remote::dataLine({"python", {"120", "2", "~/venv/bin/python3"}});
    QVERIFY2(input.contains(data), input.right(200).constData());
}

void TestTpuDialog::aHeldTpuIsNotTried()
{
    const std::size_t before = m_transport->commands().size();
    button("Check")->click();
    QTRY_VERIFY(button("Check")->isEnabled());
    QCOMPARE(m_transport->commands().size(), before + 2); // each was looked at, and no more
    QVERIFY2(shown().contains("Not computed: held by "), qPrintable(shown()));
}

void TestTpuDialog::aWorkerThatDoesNotAnswerIsNamed()
{
    m_transport->setScript([](const ssh::CommandRequest &) {
        return FakeScript().end(ssh::Unreachable{{ErrorKind::Network, "No way.", {}, {}, {}}});
    });
    button("Look again")->click();
    QTRY_COMPARE(shown(), QString("0|||||No way.\n1|||||No way."));
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
