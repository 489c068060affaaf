// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/past/pastrunspanel.h"

#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/columns.h"
#include "widgets/common/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTreeView>

#include <utility>

namespace podium::ui {

using models::PastRunsModel;

namespace {

constexpr int PastRows = 6;      ///< shown at once, where there is room
constexpr int LeastPastRows = 2; ///< where there is not

/// A mark before the ending; names keep what differs.
class PastRunsDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        if (index.column() == PastRunsModel::EndingColumn) {
            paintMarkedCell(
                *painter, option, index, index.data(PastRunsModel::MarkRole).value<models::Mark>());
        } else {
            ItemDelegate::paint(painter, option, index);
        }
    }

    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = ItemDelegate::sizeHint(option, index);
        size.rwidth() += index.column() == PastRunsModel::EndingColumn ? MarkRoom : 0;
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        ItemDelegate::initStyleOption(option, index);
        if (index.column() == PastRunsModel::WhereColumn) {
            option->textElideMode = Qt::ElideMiddle;
        }
    }
};

} // namespace

PastRunsPanel::PastRunsPanel(
    PastRunsModel &model, std::function<bool(const store::PastRun &)> hasOutput, QWidget *parent)
    : QFrame(parent)
    , m_model(model)
    , m_hasOutput(std::move(hasOutput))
    , m_filter(new QSortFilterProxyModel(this))
    , m_search(searchField(tr("Filter past runs"), tr("Filter: command, node, ending…")))
    , m_note(new ElidedLabel)
    , m_list(new QTreeView)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Past runs"));
    m_filter->setSourceModel(&model);
    m_filter->setFilterKeyColumn(-1);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    buildList();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid / 2, Grid, Grid / 2);
    column->setSpacing(Grid / 2);
    auto *head = new QHBoxLayout;
    head->setSpacing(Grid);
    head->addWidget(headingLabel(tr("Past runs")));
    head->addWidget(m_search, 1);
    head->addWidget(buildButtons());
    column->addLayout(head);
    column->addWidget(m_list);
    column->addWidget(m_note);
    connectParts();
    showState();
}

void PastRunsPanel::buildList()
{
    prepareList(m_list, tr("Past runs"));
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new PastRunsDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    // In a small window it scrolls sooner, or the note would lie upon it.
    const int rowHeight = fontMetrics().height() + Grid;
    m_list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_list->setMinimumHeight(rowHeight * (LeastPastRows + 1));
    m_list->setMaximumHeight(rowHeight * (PastRows + 1));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(PastRunsModel::CommandColumn, QHeaderView::Stretch);
}

QWidget *PastRunsPanel::buildButtons()
{
    auto *buttons = new QWidget;
    auto *row = makeRow(Grid, buttons);
    const auto add = [row](const QString &text, const QString &name) {
        auto *button = new QPushButton(text);
        button->setAccessibleName(name);
        row->addWidget(button);
        return button;
    };
    m_open = add(tr("Show output"), tr("Show the output of the run"));
    m_again = add(tr("Run again"), tr("Run again on the same workers"));
    m_fill = add(tr("Fill in"), tr("Fill in its command, targets and options"));
    m_fill->setToolTip(tr("Puts its command, targets and options into the fields above, or chooses "
                          "its recipe and targets; nothing runs yet"));
    return buttons;
}

void PastRunsPanel::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setFilterFixedString(text.trimmed());
        showState();
    });
    QItemSelectionModel *selection = m_list->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &PastRunsPanel::showState);
    connect(
        selection, &QItemSelectionModel::currentRowChanged, selection,
        [selection](const QModelIndex &current) {
            // The first one that Qt makes current, as the list gets the focus, it does not select.
            if (current.isValid() && !selection->isSelected(current)) {
                selection->select(
                    current, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            }
        });
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filter, signal, this, &PastRunsPanel::showState);
    }
    connect(m_filter, &QAbstractItemModel::modelReset, this, &PastRunsPanel::showState);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &PastRunsPanel::showState);
    // Enter does what cannot do harm.
    connect(m_list, &QTreeView::activated, this, [this] {
        if (const store::PastRun *run = selected()) {
            m_hasOutput(*run) ? emit openRequested(*run) : emit fillRequested(*run);
        }
    });
    connect(m_open, &QPushButton::clicked, this, [this] { emit openRequested(*selected()); });
    connect(m_again, &QPushButton::clicked, this, [this] { emit againRequested(*selected()); });
    connect(m_fill, &QPushButton::clicked, this, [this] { emit fillRequested(*selected()); });
    refreshAgesOf(this, [this] {
        m_model.refreshAges();
        fitColumns();
    });
}

const store::PastRun *PastRunsPanel::selected() const
{
    const QModelIndex index = selectedIndex(*m_list);
    return index.isValid() ? &m_model.at(m_filter->mapToSource(index).row()) : nullptr;
}

void PastRunsPanel::select(const QString &id)
{
    m_search->clear();
    const int row = m_model.rowOf(id);
    m_list->setCurrentIndex(m_filter->mapFromSource(m_model.index(row, 0)));
    m_list->scrollTo(m_list->currentIndex());
}

void PastRunsPanel::focusList()
{
    m_list->setFocus(Qt::OtherFocusReason);
}

QString PastRunsPanel::note() const
{
    const store::PastRun *run = selected();
    if (m_model.rowCount() == 0) {
        return tr("Nothing has been run yet.");
    }
    if (!run) {
        return m_filter->rowCount() == 0 ? tr("No run has this text.")
                                         : tr("Select a run to run it again.");
    }
    if (run->isOwn) {
        return tr(
            "Podium put this run together from the roster: apply changes on the People page.");
    }
    if (!run->recipe.isEmpty()) {
        return tr("Its values are never kept, and what workers printed only in the window that ran "
                  "it: fill "
                  "it in to run it again.");
    }
    QStringList sentences;
    if (run->hadInput || run->hadEnvironment) {
        sentences << tr("It had %1, which is never kept: fill in its fields, add it, and run.")
                         .arg(
                             run->hadInput && run->hadEnvironment ? tr("an environment and stdin")
                             : run->hadInput                      ? tr("stdin")
                                                                  : tr("an environment"));
    }
    if (!m_hasOutput(*run)) {
        sentences << tr("Its output is no longer kept.");
    }
    return sentences.isEmpty() ? tr("Environment, stdin and what was typed are never kept.")
                               : sentences.join(QLatin1Char(' '));
}

void PastRunsPanel::showState()
{
    const store::PastRun *run = selected();
    m_note->setText(note());
    const bool isRecipe = run && !run->recipe.isEmpty();
    m_open->setText(isRecipe ? tr("Show verdicts") : tr("Show output"));
    m_open->setAccessibleName(
        isRecipe ? tr("Show the verdicts of the recipe") : tr("Show the output of the run"));
    m_open->setEnabled(run && m_hasOutput(*run));
    m_fill->setEnabled(run && !run->isOwn);
    m_again->setEnabled(run && run->canRunAgain());
    m_again->setText(
        run && run->workers > 1 ? tr("Run again on %1").arg(run->workers) : tr("Run again"));
    m_again->setToolTip(
        run && run->canRunAgain() ? tr("Starts the same command with the same options on the same "
                                       "workers")
                                  : QString());
    m_list->setVisible(m_model.rowCount() > 0);
    m_search->setVisible(m_model.rowCount() > 0);
}

/// What is less important takes no more than it needs; the command has the rest.
void PastRunsPanel::fitColumns()
{
    const int letter = fontMetrics().averageCharWidth();
    m_list->setColumnHidden(PastRunsModel::DurationColumn, width() < letter * 110);
    shareColumns(
        *m_list, *m_list->header(),
        {PastRunsModel::CommandColumn,
         {PastRunsModel::WhereColumn, PastRunsModel::EndingColumn},
         letter * 40,
         letter * 18});
}

void PastRunsPanel::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    m_model.refreshAges();
    fitColumns();
    showState(); // an output may have gone since
}

void PastRunsPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitColumns();
}

void PastRunsPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        emit closeRequested();
    } else {
        QFrame::keyPressEvent(event);
    }
}

} // namespace podium::ui
