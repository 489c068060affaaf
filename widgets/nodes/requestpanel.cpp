// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/requestpanel.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>

#include <utility>

namespace podium::ui {

using lifecycle::NodeRequest;
using lifecycle::RequestService;
using models::RequestModel;
using models::RequestRow;

RequestPanel::RequestPanel(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_model(new RequestModel(clock, this))
    , m_view(new QTableView)
    , m_goOn(new QPushButton(tr("Go on")))
    , m_giveUp(new QPushButton(tr("Give up…")))
    , m_choice(new QWidget)
    , m_answer(new ElidedLabel)
    , m_keep(new QPushButton(tr("Keep it")))
{
    setAccessibleName(tr("Requests"));
    prepareList(m_view, tr("Requests for nodes"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(
        new MarkDelegate(int(RequestModel::Column::Status), RequestModel::MarkRole, m_view));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(Grid * 7 / 2);
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *buttons = new QHBoxLayout(m_choice);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->addWidget(m_answer, 1);
    buttons->addWidget(m_goOn);
    buttons->addWidget(m_giveUp);
    m_question = buildQuestion();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    foot->addWidget(m_choice);
    foot->addWidget(m_question);
    column->addLayout(foot);
    column->addWidget(new Hairline(Qt::Horizontal));
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_askedId.clear();
        showChoice();
    });
    connect(m_goOn, &QPushButton::clicked, this, [this] {
        if (const RequestRow *row = selected()) {
            emit goOnRequested(row->request.id);
        }
    });
    connect(m_giveUp, &QPushButton::clicked, this, &RequestPanel::ask);
    connect(&m_second, &QTimer::timeout, m_model, &RequestModel::refreshTimes);
    m_second.setInterval(1000);
    setRows({});
}

QWidget *RequestPanel::buildQuestion()
{
    auto *area = new QWidget;
    m_asked = wrappedLabel();
    auto *giveUp = new QPushButton(tr("Give up"));
    auto *row = new QHBoxLayout(area);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Grid);
    row->addWidget(m_asked, 1);
    row->addWidget(m_keep);
    row->addWidget(giveUp);
    connect(m_keep, &QPushButton::clicked, this, [this] { answer(false); });
    connect(giveUp, &QPushButton::clicked, this, [this] { answer(true); });
    return area;
}

void RequestPanel::setRows(std::vector<RequestRow> rows)
{
    m_model->setRows(std::move(rows));
    const bool hasRows = m_model->rowCount() > 0;
    setVisible(hasRows);
    hasRows ? m_second.start() : m_second.stop();
    if (hasRows && !selected()) {
        m_view->selectRow(0);
    }
    fitTable();
    showChoice();
}

/// So high as its rows, but for a few.
void RequestPanel::fitTable()
{
    constexpr int MostRows = 4;
    m_view->resizeColumnsToContents();
    const int status = int(RequestModel::Column::Status);
    int others = 0;
    for (int column = 0; column < RequestModel::ColumnCount; ++column) {
        others += column == status ? 0 : m_view->columnWidth(column);
    }
    m_view->setColumnWidth(status, qMax(Grid * 20, m_view->width() - others));
    m_view->setFixedHeight(
        m_view->horizontalHeader()->sizeHint().height() +
        qMin(m_model->rowCount(), MostRows) * m_view->verticalHeader()->defaultSectionSize() +
        Grid / 2);
}

void RequestPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitTable();
}

QModelIndex RequestPanel::selectedIndex() const
{
    const QModelIndexList rows = m_view->selectionModel()->selectedRows();
    return rows.isEmpty() ? QModelIndex() : rows.front();
}

const RequestRow *RequestPanel::selected() const
{
    return m_model->rowAt(selectedIndex().row());
}

void RequestPanel::showChoice()
{
    const RequestRow *row = selected();
    const bool isActive = row && row->request.state == NodeRequest::State::Active;
    const bool isAsked = isActive && !m_askedId.isEmpty() && m_askedId == row->request.id;
    m_goOn->setVisible(isActive && row->doing == RequestService::Doing::Nothing);
    m_giveUp->setEnabled(isActive && row->doing != RequestService::Doing::GivesUp);
    m_giveUp->setVisible(isActive);
    const QString said =
        row ? selectedIndex().data(RequestModel::AnswerRole).toString() : QString();
    m_answer->setText(said.isEmpty() ? QString() : tr("Google's last answer: %1").arg(said));
    m_choice->setVisible((isActive || !said.isEmpty()) && !isAsked);
    m_question->setVisible(isAsked);
    if (!row) {
        return;
    }
    const QString name = row->request.spec.name;
    m_goOn->setAccessibleName(tr("Go on with %1").arg(name));
    m_giveUp->setAccessibleName(tr("Give up %1").arg(name));
    if (isAsked) {
        m_asked->setText(
            row->request.openAttempt()
                ? tr("Give up %1? What was begun for it in %2 is deleted.")
                      .arg(name, row->request.openAttempt()->zone.text())
                : tr("Give up %1? Nothing is under way, and nothing more is asked for.").arg(name));
    }
}

void RequestPanel::ask()
{
    if (const RequestRow *row = selected()) {
        m_askedId = row->request.id;
        showChoice();
        m_keep->setFocus();
    }
}

void RequestPanel::answer(bool givesUp)
{
    const QString id = std::exchange(m_askedId, {});
    showChoice();
    m_view->setFocus();
    if (givesUp && !id.isEmpty()) {
        emit giveUpRequested(id);
    }
}

} // namespace podium::ui
