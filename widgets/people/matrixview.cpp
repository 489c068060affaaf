// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/matrixview.h"

#include "widgets/common/controls.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/people/matrixdelegate.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>

namespace podium::ui {

using models::PeopleMatrix;

namespace {

constexpr int LeastWidth = Grid * 8;
constexpr int MostWidth = Grid * 22;
constexpr int ChevronRoom = Grid * 2;

} // namespace

NodeHeader::NodeHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    setMinimumSectionSize(LeastWidth);
    setResizeContentsPrecision(-1); // names alone count
}

int NodeHeader::widthOf(int section) const
{
    const QString text = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    const bool opens =
        model()->headerData(section, orientation(), PeopleMatrix::OpenedRole).isValid();
    const int wide = fontMetrics().horizontalAdvance(text) + Grid * 2 + (opens ? ChevronRoom : 0);
    return qBound(LeastWidth, wide, MostWidth);
}

void NodeHeader::fitSections()
{
    for (int section = 1; section < count(); ++section) {
        resizeSection(section, widthOf(section));
    }
}

void NodeHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    const QAbstractItemModel &source = *model();
    const QString text = source.headerData(section, orientation(), Qt::DisplayRole).toString();
    const QVariant opened = source.headerData(section, orientation(), PeopleMatrix::OpenedRole);
    const bool isWorker =
        source.headerData(section, orientation(), PeopleMatrix::IsWorkerRole).toBool();
    const Tones colours = tones(palette());
    painter->save();
    painter->fillRect(rect, palette().color(QPalette::Base));
    painter->setPen(colours.line);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->setPen(isWorker ? colours.muted : palette().color(QPalette::Text));
    QRect room = rect.adjusted(Grid / 2, 0, -Grid / 2, 0);
    if (opened.isValid()) {
        const QIcon icon = themedIcon(
            opened.toBool() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"));
        icon.paint(painter, QRect(room.left(), room.center().y() - 6, 12, 12));
        room.setLeft(room.left() + ChevronRoom);
    }
    painter->drawText(
        room, Qt::AlignCenter, fontMetrics().elidedText(text, Qt::ElideMiddle, room.width()));
    painter->restore();
}

MatrixView::MatrixView(PeopleMatrix &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_filter(searchField(tr("Filter people and nodes"), tr("Filter: person, node, zone…")))
    , m_all(new QCheckBox(tr("All nodes")))
    , m_shown(mutedLabel())
    , m_people(new QListView)
    , m_matrix(new QTableView)
    , m_place(wrappedLabel())
    , m_text(wrappedLabel())
{
    prepareLists();
    setFocusProxy(m_people);

    // The roster begins below the matrix's header.
    auto *left = new QWidget;
    auto *leftLayout = makeColumn(0, left);
    auto *corner = new QWidget;
    leftLayout->addWidget(corner);
    leftLayout->addWidget(m_people, 1);
    connect(m_matrix->horizontalHeader(), &QHeaderView::geometriesChanged, corner, [this, corner] {
        corner->setFixedHeight(m_matrix->horizontalHeader()->height());
    });
    corner->setFixedHeight(m_matrix->horizontalHeader()->sizeHint().height());

    auto *splitter = new QSplitter;
    splitter->setAccessibleName(tr("Roster and nodes"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_matrix);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({Grid * 36, Grid * 80});

    auto *column = makeColumn(0, this);
    column->addLayout(buildFilter());
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(splitter, 1);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(buildWords());
    connectParts();
    explain({});
}

void MatrixView::prepareLists()
{
    prepareList(m_people, tr("Roster"));
    m_people->setItemDelegate(new PersonDelegate(m_people));
    m_people->setModel(&m_model);
    m_people->setUniformItemSizes(true);
    m_people->setFrameShape(QFrame::NoFrame);
    m_people->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_people->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    prepareList(m_matrix, tr("People and nodes"));
    m_matrix->setItemDelegate(new StateDelegate(m_matrix));
    m_matrix->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_matrix->setSelectionMode(QAbstractItemView::SingleSelection);
    m_header = new NodeHeader(m_matrix);
    m_matrix->setHorizontalHeader(m_header);
    m_matrix->verticalHeader()->hide();
    m_matrix->verticalHeader()->setDefaultSectionSize(PersonRowHeight);
    m_matrix->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_matrix->setShowGrid(false);
    m_matrix->setFrameShape(QFrame::NoFrame);
    m_matrix->setModel(&m_model);
    fitNodes();
}

QLayout *MatrixView::buildFilter()
{
    m_all->setToolTip(tr("Also nodes where nobody is granted and nothing differs"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    row->setSpacing(Grid * 2);
    row->addWidget(m_filter, 1);
    row->addWidget(m_shown);
    row->addWidget(m_all);
    connect(m_filter, &QLineEdit::textChanged, &m_model, &PeopleMatrix::setFilter);
    connect(m_all, &QCheckBox::toggled, &m_model, &PeopleMatrix::setShowsAll);
    return row;
}

void MatrixView::focusFilter()
{
    m_filter->setFocus();
    m_filter->selectAll();
}

void MatrixView::fitNodes()
{
    m_matrix->setColumnHidden(0, true);
    m_header->fitSections();
    const int all = m_model.nodeCount();
    const int shown = m_model.shownNodeCount();
    m_shown->setText(
        all == 1       ? tr("1 node")
        : shown == all ? tr("%1 nodes").arg(all)
                       : tr("%1 of %2 nodes").arg(shown).arg(all));
}

QWidget *MatrixView::buildWords()
{
    auto *words = new QWidget;
    auto *wordsLayout = new QVBoxLayout(words);
    wordsLayout->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    wordsLayout->setSpacing(Grid / 2);
    QFont bold = m_place->font();
    bold.setBold(true);
    m_place->setFont(bold);
    wordsLayout->addWidget(m_place);
    wordsLayout->addWidget(m_text);
    wordsLayout->addStretch(1);
    auto *area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(words);
    area->setFixedHeight(Grid * 14);
    area->setAccessibleName(tr("What this cell means"));
    return area;
}

void MatrixView::connectParts()
{
    connect(
        m_people->verticalScrollBar(), &QScrollBar::valueChanged, m_matrix->verticalScrollBar(),
        &QScrollBar::setValue);
    connect(
        m_matrix->verticalScrollBar(), &QScrollBar::valueChanged, m_people->verticalScrollBar(),
        &QScrollBar::setValue);
    connect(
        m_people->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) {
            if (index.isValid()) {
                // By key a cell is selected before its person becomes the current one.
                if (index.row() != m_matrix->currentIndex().row()) {
                    m_matrix->clearSelection();
                }
                explain(index);
            }
        });
    connect(
        m_matrix->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) {
            if (index.isValid()) {
                m_people->setCurrentIndex(m_model.index(index.row(), 0));
                explain(index);
            }
        });
    connect(
        m_matrix->horizontalHeader(), &QHeaderView::sectionClicked, this, &MatrixView::toggleNode);
    connect(&m_model, &PeopleMatrix::modelReset, this, [this] {
        fitNodes();
        selectLogin(m_login);
    });
    connect(&m_model, &PeopleMatrix::dataChanged, this, [this] {
        const QModelIndexList chosen = m_matrix->selectionModel()->selectedIndexes();
        explain(chosen.isEmpty() ? m_people->currentIndex() : chosen.first());
    });
}

QString MatrixView::currentLogin() const
{
    return m_login;
}

void MatrixView::selectLogin(const QString &login)
{
    const int row = m_model.rowOf(login);
    if (row >= 0) {
        m_people->setCurrentIndex(m_model.index(row, 0));
    } else {
        explain({});
    }
}

void MatrixView::chooseLogin(const QString &login)
{
    if (m_model.rowOf(login) < 0) {
        m_filter->clear();
    }
    if (m_model.rowOf(login) >= 0) {
        selectLogin(login);
    }
}

void MatrixView::toggleNode(int section)
{
    const QVariant opened = m_model.headerData(section, Qt::Horizontal, PeopleMatrix::OpenedRole);
    if (opened.isValid()) {
        m_model.setOpened(
            m_model.headerData(section, Qt::Horizontal, PeopleMatrix::NodeRole).value<NodeRef>(),
            !opened.toBool());
    }
}

void MatrixView::explain(const QModelIndex &index)
{
    const QString login = index.data(PeopleMatrix::LoginRole).toString();
    if (!index.isValid()) {
        m_place->setText(
            tr("✓ as it should be   + to be added   − to be removed   ! differs   ? not checked"));
        m_text->setText(tr("Choose a person, or a cell, to see what it means."));
    } else if (index.column() == 0) {
        m_place->setText(index.data().toString());
        m_text->setText(index.data(Qt::ToolTipRole).toString());
    } else {
        m_place->setText(index.data(Qt::AccessibleTextRole).toString());
        m_text->setText(index.data(Qt::ToolTipRole).toString());
    }
    if (login != m_login) {
        m_login = login;
        emit currentLoginChanged(login);
    }
}

} // namespace podium::ui
