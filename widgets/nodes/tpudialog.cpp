// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/tpudialog.h"

#include "core/models/nodes/tpumodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/wholelabel.h"
#include "widgets/common/theme.h"
#include "widgets/nodes/detail/freelogview.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace podium::ui {

TpuDialog::TpuDialog(
    std::unique_ptr<tpu::TpuSession> session, const QString &name, const Clock &clock,
    QWidget *parent)
    : QDialog(parent)
    , m_clock(clock)
    , m_work(clock)
    , m_session(std::move(session))
    , m_model(new models::TpuModel(this))
    , m_summary(new WholeLabel)
    , m_view(new QTableView)
    , m_log(new FreeLogView)
{
    m_planArea = buildPlan();
    setWindowTitle(tr("TPU of %1").arg(name));
    setAccessibleName(windowTitle());
    m_summary->setAccessibleName(tr("Summary"));
    buildView();
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(m_summary);
    column->addWidget(m_view, 2);
    column->addWidget(m_planArea, 1);
    column->addWidget(m_log, 1);
    column->addWidget(buildPython());
    auto *buttons = new QHBoxLayout;
    buildButtons(buttons);
    column->addLayout(buttons);
    resize(Grid * 90, Grid * 55);
    connect(m_session.get(), &tpu::TpuSession::changed, this, &TpuDialog::showState);
    connect(m_session.get(), &tpu::TpuSession::done, this, &TpuDialog::onDone);
    connect(&m_work, &models::WorkMeter::changed, this, &TpuDialog::showSummary);
    connect(&m_second, &QTimer::timeout, this, &TpuDialog::growAges);
    m_second.start(1000);
    startLook();
}

void TpuDialog::begin(Doing doing)
{
    m_doing = doing;
    const QString what = doing == Doing::Looking   ? tr("Checking who holds the TPU; answered")
                         : doing == Doing::Freeing ? tr("Freeing the TPU; answered")
                                                   : tr("Checking the TPU; answered");
    m_work.begin(what, [this] {
        return models::WorkMeter::Counts{m_session->told(), m_session->asked(), false};
    });
}

void TpuDialog::startLook()
{
    showPlan(false);
    begin(Doing::Looking);
    m_session->look();
    showState();
}

void TpuDialog::buildView()
{
    prepareList(m_view, tr("Who holds the TPU"));
    m_view->setModel(m_model);
    m_view->verticalHeader()->hide();
    m_view->setShowGrid(false);
    m_view->setFrameShape(QFrame::NoFrame);
    QHeaderView *header = m_view->horizontalHeader();
    header->setStretchLastSection(true);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setMinimumSectionSize(Grid * 7);
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, &TpuDialog::fitView);
    connect(header, &QHeaderView::sectionResized, this, [this](int section) {
        if (section == int(models::TpuModel::Column::What)) { // other widths, other lines
            m_fit.start(0);
        }
    });
    connect(m_model, &models::TpuModel::chosen, this, &TpuDialog::choose);
    // In whichever column one is, and for all selected rows.
    auto *toggle = new QShortcut(QKeySequence(Qt::Key_Space), m_view);
    toggle->setContext(Qt::WidgetShortcut);
    connect(toggle, &QShortcut::activated, this, &TpuDialog::toggleSelected);
}

void TpuDialog::fitView()
{
    using models::TpuModel;
    constexpr int Most = Grid * 20; // whatever somebody is called, there is room for the rest
    const QAbstractItemView &list = *m_view;
    for (int column = 0; column < int(TpuModel::Column::What); ++column) {
        m_view->setColumnHidden(column, m_model->isEmpty(TpuModel::Column(column)));
        // At once: what was another width for a moment would have to be fitted anew.
        const int wanted = qMax(
            list.sizeHintForColumn(column), m_view->horizontalHeader()->sectionSizeHint(column));
        // An age grows, and is not fitted anew for that.
        const int least = column == int(TpuModel::Column::Age)
                              ? m_view->fontMetrics().horizontalAdvance(QStringLiteral("888 min"))
                              : 0;
        m_view->setColumnWidth(column, qMin(qMax(wanted, least + Grid * 2), Most));
    }
    m_view->resizeRowsToContents();
    keepRowsInSight();
}

/// What is chosen from has room for some rows beside the plan: the window grows.
void TpuDialog::keepRowsInSight()
{
    constexpr int MostRows = 8;
    constexpr int Most = Grid * 40; // verdicts may be long
    int height = m_view->horizontalHeader()->sizeHint().height();
    for (int row = 0; row < qMin(m_model->rowCount(), MostRows); ++row) {
        height += m_view->rowHeight(row);
    }
    m_view->setMinimumHeight(m_planArea->isVisibleTo(this) ? qMin(height, Most) : 0);
}

QWidget *TpuDialog::buildPlan()
{
    auto *area = new QWidget;
    m_plan = new QPlainTextEdit;
    m_plan->setReadOnly(true);
    m_plan->setTabChangesFocus(true);
    m_plan->setMinimumHeight(Grid * 9);
    m_plan->setAccessibleName(tr("What would be done"));
    m_others = new QVBoxLayout;
    m_confirm = new QPushButton(tr("End these"));
    setPrimary(m_confirm);
    auto *cancel = new QPushButton(tr("Do nothing"));
    auto *row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(cancel);
    row->addWidget(m_confirm);
    auto *column = makeColumn(Grid, area);
    column->addWidget(mutedLabel(tr("What would be done; untick above what is to stay")));
    column->addWidget(m_plan, 1);
    column->addLayout(m_others);
    column->addLayout(row);
    connect(cancel, &QPushButton::clicked, this, [this] { showPlan(false); });
    connect(m_confirm, &QPushButton::clicked, this, &TpuDialog::startFree);
    return area;
}

QWidget *TpuDialog::buildPython()
{
    auto *area = new QWidget;
    auto *label = plainLabel(tr("Check with Python"));
    m_python = new QLineEdit;
    m_python->setPlaceholderText(
        tr("the first on the worker that has JAX, torch_xla or TensorFlow"));
    m_python->setToolTip(tr("Path of an interpreter on the workers, like ~/venv/bin/python3"));
    m_python->setAccessibleName(tr("Python of the workers for Check"));
    m_python->setAccessibleDescription(m_python->toolTip());
    label->setBuddy(m_python);
    auto *row = makeRow(Grid, area);
    row->addWidget(label);
    row->addWidget(m_python, 1);
    connect(m_python, &QLineEdit::returnPressed, this, &TpuDialog::startCheck);
    return area;
}

void TpuDialog::startCheck()
{
    if (m_session->isBusy()) {
        return;
    }
    showPlan(false);
    begin(Doing::Checking);
    m_session->check(true, m_python->text().trimmed());
    showState();
}

void TpuDialog::buildButtons(QBoxLayout *row)
{
    m_look = new QPushButton(tr("Look again"));
    m_check = new QPushButton(tr("Check"));
    m_check->setToolTip(tr("Compare the chips with what should be there; where nobody holds them, "
                           "let JAX, torch_xla or TensorFlow compute on all workers"));
    m_check->setAccessibleDescription(m_check->toolTip());
    m_free = new QPushButton(tr("Free…"));
    m_free->setToolTip(tr("Show first what would be ended"));
    m_free->setAccessibleDescription(m_free->toolTip());
    m_stop = new QPushButton(tr("Stop"));
    m_close = new QPushButton(tr("Close"));
    for (QPushButton *button : {m_look, m_check, m_free, m_stop, m_close}) {
        button->setAutoDefault(false);
    }
    row->addWidget(m_look);
    row->addWidget(m_check);
    row->addWidget(m_free);
    row->addStretch();
    row->addWidget(m_stop);
    row->addWidget(m_close);
    connect(m_look, &QPushButton::clicked, this, &TpuDialog::startLook);
    connect(m_check, &QPushButton::clicked, this, &TpuDialog::startCheck);
    connect(m_free, &QPushButton::clicked, this, [this] { showPlan(true); });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_session->stop(); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
}

void TpuDialog::showWorkers()
{
    m_model->setChoosing(m_planArea->isVisibleTo(this));
    m_model->setWorkers(m_session->workers(), m_session->isBusy(), m_clock.now());
    m_fit.start(0);
}

void TpuDialog::growAges()
{
    m_model->setWorkers(m_session->workers(), m_session->isBusy(), m_clock.now());
    showSummary();
    if (m_planArea->isVisibleTo(this)) {
        showPlanText(false);
    }
}

void TpuDialog::showSummary()
{
    const bool isBusy = m_session->isBusy();
    const QString soFar = isBusy ? m_work.text() : QString();
    if (!soFar.isEmpty()) {
        m_summary->setText(soFar);
        return;
    }
    switch (isBusy ? m_doing : Doing::Nothing) {
    case Doing::Nothing:
        m_summary->setText(tpu::holdersHeadline(m_session->holdersAt(m_clock.now())));
        break;
    case Doing::Looking:
        m_summary->setText(tr("Checking who holds the TPU…"));
        break;
    case Doing::Freeing:
        m_summary->setText(tr("Freeing the TPU; this takes up to a minute…"));
        break;
    case Doing::Checking:
        m_summary->setText(tr("Checking; where nobody holds the TPU, a program computes on it…"));
        break;
    }
}

void TpuDialog::showState()
{
    const bool isBusy = m_session->isBusy();
    showWorkers();
    showSummary();
    m_look->setEnabled(!isBusy);
    m_check->setEnabled(!isBusy);
    m_free->setEnabled(!isBusy && m_session->hasWork() && !m_planArea->isVisibleTo(this));
    m_stop->setVisible(isBusy);
    m_close->setEnabled(!isFreeing());
}

void TpuDialog::showPlan(bool shown)
{
    m_planArea->setVisible(shown);
    if (shown) {
        m_log->hide();
        m_spared.clear();
        askForOthers();
        updatePlan();
        fitView();
        m_view->scrollTo(m_model->firstChoice());
        m_plan->setFocus();
    }
    showState();
}

void TpuDialog::askForOthers()
{
    while (QLayoutItem *item = m_others->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString &user : tpu::otherUsers(m_session->holders())) {
        auto *box =
            new QCheckBox(tr("End %1's processes, too (talk to whoever started them first)")
                              .arg(QString(user).replace(QLatin1Char('&'), QStringLiteral("&&"))));
        box->setProperty("user", user);
        connect(box, &QCheckBox::toggled, this, &TpuDialog::updatePlan);
        m_others->addWidget(box);
    }
}

QStringList TpuDialog::allowedUsers() const
{
    QStringList users;
    for (int i = 0; i < m_others->count(); ++i) {
        const auto *box = qobject_cast<QCheckBox *>(m_others->itemAt(i)->widget());
        if (box && box->isChecked()) {
            users << box->property("user").toString();
        }
    }
    return users;
}

void TpuDialog::updatePlan()
{
    m_session->planFree(allowedUsers(), m_spared);
    const auto &workers = m_session->workers();
    m_confirm->setEnabled(std::any_of(
        workers.begin(), workers.end(), [](const auto &worker) { return !worker.plan.isEmpty(); }));
    showPlanText(true);
    showWorkers();
}

/// With the ages of now, where the person is reading; `isOther`: something else would be done.
void TpuDialog::showPlanText(bool isOther)
{
    QStringList lines;
    for (const tpu::WorkerTpu &worker : m_session->workers()) {
        for (const QString &line : tpu::planLines(tpu::planAt(worker, m_clock.now()))) {
            lines << tr("Worker %1: %2").arg(worker.worker.index).arg(line);
        }
    }
    const QString text = lines.join(QLatin1Char('\n'));
    if (text != m_plan->toPlainText() && (isOther || !m_plan->textCursor().hasSelection())) {
        const int place = m_plan->verticalScrollBar()->value();
        m_plan->setPlainText(text);
        m_plan->verticalScrollBar()->setValue(place);
    }
}

void TpuDialog::choose(const tpu::TpuSession::Processes &processes, bool ends)
{
    for (const tpu::WorkerTpu &worker : m_session->workers()) {
        const auto chosen = processes.find(worker.worker);
        if (chosen == processes.end()) {
            continue;
        }
        std::set<qint64> &spared = m_spared[worker.worker];
        for (const qint64 pid : chosen->second) {
            for (const qint64 each : tpu::endingWith(worker.holders, pid)) {
                if (ends) {
                    spared.erase(each);
                } else {
                    spared.insert(each);
                }
            }
        }
    }
    updatePlan();
}

void TpuDialog::toggleSelected()
{
    const QModelIndex current = m_view->currentIndex().siblingAtColumn(0);
    m_model->tick(
        m_view->selectionModel()->selectedRows(),
        current.data(Qt::CheckStateRole).toInt() != Qt::Checked);
}

void TpuDialog::reject()
{
    if (!isFreeing()) {
        QDialog::reject();
    }
}

void TpuDialog::startFree()
{
    begin(Doing::Freeing);
    m_session->free();
    showPlan(false);
}

void TpuDialog::onDone()
{
    m_work.end();
    showState();
    emit looked(m_session->workers());
    if (std::exchange(m_doing, Doing::Nothing) == Doing::Freeing) {
        m_log->showOf(m_session->workers());
        emit freed(m_session->workers());
    }
}

} // namespace podium::ui
