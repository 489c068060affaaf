// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tunnel/serverspanel.h"

#include "core/models/tunnel/servermodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QHeaderView>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

namespace podium::ui {

using models::ServerModel;

ServersPanel::ServersPanel(QWidget *parent)
    : QWidget(parent)
    , m_model(new ServerModel(this))
    , m_view(new QTreeView)
    , m_mark(new MarkWidget)
    , m_summary(new ElidedLabel)
    , m_open(new QPushButton(tr("Open a &tunnel to it")))
{
    setAccessibleName(tr("Servers found"));
    prepareList(m_view, tr("Servers"));
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setItemDelegate(
        new MarkDelegate(ServerModel::ServerColumn, ServerModel::MarkRole, m_view));
    m_view->header()->setSectionResizeMode(QHeaderView::Interactive);
    m_view->header()->resizeSection(ServerModel::ServerColumn, Grid * 28);
    m_view->header()->setStretchLastSection(true);
    QToolButton *close = iconButton(QStringLiteral("close"), tr("Close the list of servers"));
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_mark, 0, Qt::AlignVCenter);
    row->addWidget(m_summary, 1);
    row->addWidget(m_open);
    row->addWidget(close);
    auto *column = makeColumn(Grid, this);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    connect(close, &QToolButton::clicked, this, &ServersPanel::closed);
    connect(m_open, &QPushButton::clicked, this, &ServersPanel::openSelected);
    connect(m_view, &QTreeView::activated, this, &ServersPanel::openSelected);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ServersPanel::showState);
    showState();
}

void ServersPanel::begin(int workers)
{
    m_model->clear();
    m_unknown.clear();
    m_workers = workers;
    m_asked = 0;
    m_isLooking = true;
    showState();
}

void ServersPanel::add(const WorkerRef &worker, const Result<tunnel::WorkerServers> &found)
{
    ++m_asked;
    if (found) {
        m_model->add(worker, found->servers);
        for (const QString &unknown : {found->unknown, found->unknownProcesses}) {
            if (!unknown.isEmpty()) {
                m_unknown << QStringLiteral("%1: %2").arg(worker.text(), unknown);
            }
        }
    } else {
        m_unknown << QStringLiteral("%1: %2").arg(worker.text(), found.error().text());
    }
    showState();
}

void ServersPanel::end()
{
    m_isLooking = false;
    if (m_model->rowCount() > 0 && selectedIndex(*m_view).row() < 0) {
        m_view->setCurrentIndex(m_model->index(0, 0));
    }
    for (const int column :
         {int(ServerModel::WorkerColumn), int(ServerModel::PortColumn),
          int(ServerModel::UserColumn)}) {
        m_view->resizeColumnToContents(column);
    }
    showState();
}

bool ServersPanel::isReachable(int row) const
{
    return row >= 0 && m_model->server(row).isReachable;
}

void ServersPanel::openSelected()
{
    const int row = selectedIndex(*m_view).row();
    if (isReachable(row)) {
        emit tunnelWanted(m_model->worker(row), m_model->server(row));
    }
}

void ServersPanel::showState()
{
    m_open->setEnabled(isReachable(selectedIndex(*m_view).row()));
    const models::Mark mark = m_isLooking           ? models::Mark::Busy
                              : m_unknown.isEmpty() ? models::Mark::Good
                                                    : models::Mark::Warning;
    QStringList parts;
    if (m_isLooking) {
        parts
            << (m_workers == 1
                    ? tr("Looking who listens on 1 worker")
                    : tr("Looking who listens: %1 of %2 workers").arg(m_asked).arg(m_workers));
    } else {
        const int count = m_model->rowCount();
        parts << (count == 1 ? tr("1 server listens") : tr("%1 servers listen").arg(count));
    }
    if (!m_unknown.isEmpty()) {
        parts << tr("not all is known: %1").arg(m_unknown.join(QStringLiteral("; ")));
    }
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_mark->setMark(mark, m_summary->text());
}

} // namespace podium::ui
