// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/requestpanel.h"

#include "core/lifecycle/action/actiontexts.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/wholelabel.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
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
    , m_pause(new QPushButton(tr("Pause")))
    , m_editZones(new QPushButton(tr("Zones…")))
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
    m_view->horizontalHeader()->setResizeContentsPrecision(0); // of what is seen
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *buttons = new QHBoxLayout(m_choice);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->addWidget(m_answer, 1);
    buttons->addWidget(m_goOn);
    buttons->addWidget(m_pause);
    buttons->addWidget(m_editZones);
    buttons->addWidget(m_giveUp);
    m_question = buildQuestion();
    m_zonesRow = buildZones();
    auto *column = makeColumn(0, this);
    column->addWidget(m_view);
    auto *foot = new QVBoxLayout;
    foot->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    foot->addWidget(m_choice);
    foot->addWidget(m_question);
    foot->addWidget(m_zonesRow);
    column->addLayout(foot);
    column->addWidget(new Hairline(Qt::Horizontal));
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_askedId.clear();
        showZones(false);
    });
    connect(m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, &RequestPanel::fitTable);
    connect(m_goOn, &QPushButton::clicked, this, [this] {
        if (const RequestRow *row = selected()) {
            emit goOnRequested(row->request.id);
        }
    });
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (const RequestRow *row = selected()) {
            emit pauseRequested(row->request.id);
        }
    });
    connect(m_editZones, &QPushButton::clicked, this, [this] { showZones(true); });
    connect(m_giveUp, &QPushButton::clicked, this, &RequestPanel::ask);
    connect(&m_second, &QTimer::timeout, m_model, &RequestModel::refreshTimes);
    m_second.setInterval(1000);
    setRows({});
}

QWidget *RequestPanel::buildQuestion()
{
    auto *area = new QWidget;
    m_asked = new WholeLabel;
    auto *giveUp = new QPushButton(tr("Give up"));
    auto *row = makeRow(Grid, area);
    row->addWidget(m_asked, 1);
    row->addWidget(m_keep);
    row->addWidget(giveUp);
    connect(m_keep, &QPushButton::clicked, this, [this] { answer(false); });
    connect(giveUp, &QPushButton::clicked, this, [this] { answer(true); });
    return area;
}

QWidget *RequestPanel::buildZones()
{
    auto *area = new QWidget;
    m_zones = new QLineEdit;
    m_zones->setAccessibleName(tr("Zones, in the order in which they are tried"));
    m_zones->setPlaceholderText(tr("us-central2-b, us-east1-d"));
    m_useZones = new QPushButton(tr("Try these"));
    auto *keep = new QPushButton(tr("Cancel"));
    m_meaning = new WholeLabel;
    m_meaning->setAccessibleName(tr("Coverage and price"));
    m_maySpend = new QCheckBox;
    auto *column = makeColumn(Grid, area);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(plainLabel(tr("Zones")));
    row->addWidget(m_zones, 1);
    row->addWidget(keep);
    row->addWidget(m_useZones);
    column->addLayout(row);
    column->addWidget(m_meaning);
    column->addWidget(m_maySpend);
    connect(keep, &QPushButton::clicked, this, [this] { showZones(false); });
    connect(m_useZones, &QPushButton::clicked, this, &RequestPanel::setZones);
    connect(m_zones, &QLineEdit::returnPressed, m_useZones, &QPushButton::click);
    connect(m_zones, &QLineEdit::textChanged, this, &RequestPanel::judgeZones);
    connect(m_maySpend, &QCheckBox::toggled, this, &RequestPanel::judgeZones);
    area->hide();
    return area;
}

void RequestPanel::showZones(bool shows)
{
    const RequestRow *row = selected();
    m_zonesRow->setVisible(shows && row != nullptr);
    showChoice();
    if (row != nullptr && shows) {
        emit zonesWanted(row->request.project);
        m_zones->setText(models::zonesText(row->request.zones));
        judgeZones();
        m_zones->setFocus();
    }
}

void RequestPanel::setPlanZones(PlanZones plan)
{
    m_planZones = std::move(plan);
    judgeZones();
}

/// Where a grant covers the zones of before and not these, that is to be seen, and confirmed.
void RequestPanel::judgeZones()
{
    const RequestRow *row = selected();
    if (row == nullptr || !m_planZones || m_zonesRow->isHidden()) {
        m_useZones->setEnabled(false);
        return;
    }
    const std::vector<Zone> zones = models::zonesFromText(m_zones->text());
    m_zonesPlan = zones.empty() ? models::ZonesPlan() : m_planZones(row->request, zones);
    const QString problem = m_zonesPlan.problem;
    const QString meaning = m_zonesPlan.coverage.join(QLatin1Char('\n'));
    m_meaning->setText(problem.isEmpty() ? meaning : problem);
    m_meaning->setVisible(!m_meaning->text().isEmpty());
    const QString price = m_zonesPlan.dollarsPerDay
                              ? tr("Try them anyway, for up to %1 a day by list price")
                                    .arg(lifecycle::dollarText(*m_zonesPlan.dollarsPerDay))
                              : tr("Try them anyway, at an unknown price");
    if (m_maySpend->text() != price || !m_zonesPlan.isCostly) {
        const QSignalBlocker quiet(m_maySpend);
        m_maySpend->setChecked(false); // something else was agreed to
        m_maySpend->setText(price);
    }
    m_maySpend->setVisible(m_zonesPlan.isCostly && problem.isEmpty());
    m_useZones->setEnabled(
        !zones.empty() && problem.isEmpty() && (!m_zonesPlan.isCostly || m_maySpend->isChecked()));
}

void RequestPanel::setZones()
{
    judgeZones(); // by the nodes and the day of now
    const RequestRow *row = selected();
    if (row == nullptr || !m_useZones->isEnabled()) {
        return;
    }
    emit zonesRequested(
        row->request.id, {models::zonesFromText(m_zones->text()), m_zonesPlan.dollarsPerDay});
    showZones(false);
    m_view->setFocus();
}

void RequestPanel::setRows(std::vector<RequestRow> rows)
{
    m_model->setRows(std::move(rows));
    const bool hasRows = m_model->rowCount() > 0;
    if (!hasRows) {
        m_widths.fill(0);
    }
    setVisible(hasRows);
    hasRows ? m_second.start() : m_second.stop();
    if (hasRows && !selected()) {
        m_view->selectRow(0);
    }
    fitTable();
    showChoice();
}

/// So high as its rows, but for a few. A column grows, and shrinks only with another list: times
/// change each second.
void RequestPanel::fitTable()
{
    constexpr int MostRows = 4;
    const int status = int(RequestModel::Column::Status);
    const QAbstractItemView *view = m_view;
    int others = 0;
    for (int column = 0; column < RequestModel::ColumnCount; ++column) {
        if (column != status) {
            int &width = m_widths[std::size_t(column)];
            const int header = m_view->horizontalHeader()->sectionSizeHint(column);
            width = std::max({width, header, view->sizeHintForColumn(column)});
            m_view->setColumnWidth(column, width);
            others += width;
        }
    }
    m_view->setColumnWidth(status, qMax(Grid * 20, m_view->width() - others));
    // Where there is little room, what is asked about the selected one needs it more.
    const auto heightOf = [this](int rows) {
        return m_view->horizontalHeader()->sizeHint().height() +
               rows * m_view->verticalHeader()->defaultSectionSize() + Grid / 2;
    };
    m_view->setMinimumHeight(heightOf(1));
    m_view->setMaximumHeight(heightOf(qBound(1, m_model->rowCount(), MostRows)));
}

void RequestPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitTable();
}

const RequestRow *RequestPanel::selected() const
{
    return m_model->rowAt(selectedIndex(*m_view).row());
}

QString RequestPanel::questionOf(const NodeRequest &request)
{
    const QString name = request.spec.name;
    if (const lifecycle::NodeAttempt *standing = request.standing()) {
        return tr("Give up %1? The node in %2 stays and is charged for; it is not made again.")
            .arg(name, standing->zone.text());
    }
    QStringList begun; // several where all zones are tried at once
    for (const lifecycle::NodeAttempt &attempt : request.attempts) {
        if (attempt.isOpen()) {
            begun << attempt.zone.text();
        }
    }
    if (!begun.isEmpty()) {
        return tr("Give up %1? What was begun for it in %2 is deleted.")
            .arg(name, begun.join(QStringLiteral(", ")));
    }
    return tr("Give up %1? Nothing is under way, and nothing more is asked for.").arg(name);
}

void RequestPanel::showChoice()
{
    const RequestRow *row = selected();
    const bool isActive = row && row->request.state == NodeRequest::State::Active;
    const bool isAsked = isActive && !m_askedId.isEmpty() && m_askedId == row->request.id;
    const bool isEdited = isActive && !m_zonesRow->isHidden();
    const bool isEnding = isActive && (row->request.wish == NodeRequest::Wish::Cancel ||
                                       row->doing == RequestService::Doing::GivesUp);
    const bool isHeld =
        isActive && (row->request.isAsking() || row->request.wish == NodeRequest::Wish::Pause);
    m_zonesRow->setVisible(isEdited);
    m_goOn->setVisible(
        isActive && !isEnding &&
        (isHeld || row->request.isStuck() || row->doing == RequestService::Doing::Nothing));
    m_pause->setVisible(isActive && !isHeld && !isEnding);
    m_editZones->setVisible(isActive && !isEnding);
    m_giveUp->setEnabled(isActive && !isEnding);
    m_giveUp->setVisible(isActive);
    const QString said =
        row ? selectedIndex(*m_view).data(RequestModel::AnswerRole).toString() : QString();
    m_answer->setText(said.isEmpty() ? QString() : tr("Google's last answer: %1").arg(said));
    m_choice->setVisible((isActive || !said.isEmpty()) && !isAsked && !isEdited);
    m_question->setVisible(isAsked);
    if (!row) {
        return;
    }
    const QString name = row->request.spec.name;
    m_goOn->setAccessibleName(tr("Go on with %1").arg(name));
    m_pause->setAccessibleName(tr("Pause %1").arg(name));
    m_editZones->setAccessibleName(tr("Change the zones of %1").arg(name));
    m_giveUp->setAccessibleName(tr("Give up %1").arg(name));
    if (isAsked) {
        m_asked->setText(questionOf(row->request));
    }
}

void RequestPanel::ask()
{
    if (const RequestRow *row = selected()) {
        m_askedId = row->request.id;
        showZones(false);
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
