// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/load/loadpage.h"

#include "core/models/load/loadgroups.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/load/loaddetail.h"
#include "widgets/load/loadview.h"
#include "widgets/run/targets/targetsedit.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <utility>

namespace podium::ui {

using tpu::LoadValue;

namespace {

/// Scrolling and resizing come in bursts.
constexpr int SoonMs = 100;
/// Google measures each minute, and tells it minutes later.
constexpr int CloudMs = 120'000;
/// About a pixel of an hour.
constexpr int HourMs = 10'000;

} // namespace

LoadPage::LoadPage(
    const inventory::Inventory &inventory, tpu::LoadSession::World world, QWidget *parent)
    : QWidget(parent)
    , m_world(std::move(world))
    , m_targets(new TargetsEdit(inventory))
    , m_model(new models::LoadModel(m_world.clock, this))
    , m_groups(new models::LoadGroups(*m_model, this))
{
    setAccessibleName(tr("Load page"));
    m_soon.setSingleShot(true);
    m_soon.setInterval(SoonMs);
    m_cloud.setInterval(CloudMs);
    m_hour.setInterval(HourMs);
    buildLayout();
    connectParts();
    showState();
}

LoadPage::~LoadPage()
{
    m_model->setSession(nullptr);
}

void LoadPage::buildBar(QBoxLayout *column)
{
    m_watch = new QPushButton(tr("Watch"));
    setPrimary(m_watch);
    m_watch->setToolTip(tr("Check every two seconds how busy these workers are"));
    m_pause = new QPushButton;
    m_targets->setHint(tr("Which workers: a node, a glob like tpu-*, pod:0-3, @all"));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_targets, 1);
    row->addWidget(m_watch, 0, Qt::AlignTop);
    row->addWidget(m_pause, 0, Qt::AlignTop);
    column->addLayout(row);
    m_value = new QComboBox;
    m_value->setAccessibleName(tr("What is shown"));
    for (int value = 0; value < tpu::LoadValueCount; ++value) {
        m_value->addItem(models::loadValueName(LoadValue(value)), value);
    }
    m_summary = mutedLabel();
    m_summary->setAccessibleName(tr("Summary"));
    auto *second = new QHBoxLayout;
    second->setSpacing(Grid);
    second->addWidget(m_value);
    second->addWidget(m_summary, 1);
    column->addLayout(second);
}

void LoadPage::buildLayout()
{
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    buildBar(column);
    auto *empty = new EmptyState(
        QStringLiteral("load"), tr("How busy are they?"),
        tr("Choose above which workers to watch: a node, a glob, @all. CPU, memory and disks come "
           "from "
           "the worker itself, duty cycle and memory of the TPU from the program that uses it. "
           "Nothing is installed there."));
    m_view = new LoadView(*m_groups);
    m_detail = new LoadDetail;
    auto *split = new QSplitter;
    split->addWidget(m_view);
    split->addWidget(m_detail);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    m_stack = new QStackedWidget;
    m_stack->addWidget(empty);
    m_stack->addWidget(split);
    column->addWidget(m_stack, 1);
}

void LoadPage::connectParts()
{
    connect(m_watch, &QPushButton::clicked, this, &LoadPage::start);
    connect(m_pause, &QPushButton::clicked, this, &LoadPage::pauseOrGoOn);
    connect(m_targets, &TargetsEdit::changed, this, &LoadPage::showState);
    connect(m_value, QOverload<int>::of(&QComboBox::currentIndexChanged), this, [this](int row) {
        m_model->setShownValue(LoadValue(m_value->itemData(row).toInt()));
    });
    connect(m_model, &models::LoadModel::updated, this, &LoadPage::showState);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &LoadPage::showChosen);
    // The last hour takes longer to paint than all else that a look at one worker changes.
    connect(
        m_groups, &models::LoadGroups::dataChanged, this,
        [this](const QModelIndex &first, const QModelIndex &last) {
            const int chosen = m_view->currentIndex().row();
            if (first.row() <= chosen && chosen <= last.row()) {
                showChosen();
            }
        });
    connect(&m_hour, &QTimer::timeout, this, &LoadPage::showChosen);
    connect(m_view, &LoadView::moved, &m_soon, QOverload<>::of(&QTimer::start));
    connect(&m_soon, &QTimer::timeout, this, &LoadPage::tellVisible);
    connect(&m_cloud, &QTimer::timeout, this, &LoadPage::wantCloudIdle);
}

void LoadPage::watch(const QStringList &targetWords)
{
    m_targets->setWords(targetWords);
    start();
}

void LoadPage::start()
{
    m_targets->commitTyped();
    const std::vector<WorkerRef> workers = m_targets->workers();
    if (workers.empty()) {
        m_targets->focusEdit();
        return;
    }
    m_model->setSession(nullptr);
    m_session = std::make_unique<tpu::LoadSession>(m_world, workers);
    m_model->setSession(m_session.get());
    m_view->setCurrentIndex(m_groups->firstWorker());
    m_session->start();
    m_soon.start();
    m_cloud.start();
    m_hour.start();
    wantCloudIdle();
    showState();
    showChosen();
}

void LoadPage::pauseOrGoOn()
{
    m_session->isRunning() ? m_session->pause() : m_session->start();
    showState();
}

void LoadPage::showState()
{
    const bool isRunning = m_session && m_session->isRunning();
    m_stack->setCurrentIndex(m_session ? 1 : 0);
    m_watch->setEnabled(!m_targets->workers().empty());
    m_pause->setVisible(m_session != nullptr);
    m_pause->setText(isRunning ? tr("Pause") : tr("Go on"));
    m_value->setVisible(m_session != nullptr);
    QString summary = m_model->summary();
    if (m_session && !isRunning) {
        summary += tr(" · paused");
    }
    m_summary->setText(summary);
}

void LoadPage::showChosen()
{
    const QModelIndex current = m_view->currentIndex();
    if (!m_session || !current.isValid()) {
        m_detail->clear();
        return;
    }
    if (const int row = m_groups->workerAt(current); row >= 0) {
        m_detail->showWorker(
            m_model->worker(row), m_model->oddities(row) + m_model->warnings(row),
            m_world.clock.monotonicMs());
    } else {
        m_detail->showNode(
            current.data().toString(), current.data(models::LoadGroups::WordsRole).toString());
    }
}

void LoadPage::tellVisible()
{
    if (m_session) {
        m_session->setVisible(m_view->visibleWorkers());
    }
}

void LoadPage::setPrices(const models::SharedDayPrices &prices)
{
    m_model->setCostOf([prices](const NodeRef &node) { return models::chargedADay(prices, node); });
}

void LoadPage::setCloudIdle(std::function<QString(const NodeRef &)> idleOf)
{
    m_groups->setCloudIdle(std::move(idleOf));
}

void LoadPage::wantCloudIdle()
{
    if (m_session && m_session->isRunning()) {
        emit cloudIdleWanted(m_groups->nodes());
    }
}

void LoadPage::focusTargets()
{
    m_targets->focusEdit();
}

void LoadPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_soon.start();
}

void LoadPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_soon.start();
}

} // namespace podium::ui
