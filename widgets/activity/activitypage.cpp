// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/activity/activitypage.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/models/activity/activityexport.h"
#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "widgets/activity/activitydelegate.h"
#include "widgets/activity/activitydetail.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QHideEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>

namespace podium::ui {

using models::ActivityKind;
using models::ActivityModel;

namespace {

QComboBox *kindBox()
{
    auto *box = new QComboBox;
    box->setAccessibleName(ActivityPage::tr("Kind"));
    box->addItem(ActivityPage::tr("All kinds"));
    for (int kind = 0; kind < store::ActivityKinds; ++kind) {
        box->addItem(models::activityKindText(ActivityKind(kind)), kind);
    }
    return box;
}

QTreeView *listView(QAbstractItemModel *model)
{
    auto *view = new QTreeView;
    prepareList(view, ActivityPage::tr("Activity"));
    view->setItemDelegate(new ActivityDelegate(view));
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setExpandsOnDoubleClick(false); // that follows the link
    view->setFrameShape(QFrame::NoFrame);
    view->setIndentation(Grid * 2);
    view->setModel(model);
    view->header()->setStretchLastSection(false);
    view->header()->setSectionResizeMode(int(ActivityModel::Column::What), QHeaderView::Stretch);
    return view;
}

QString seenKey()
{
    return QStringLiteral("activity/seenUntil");
}

} // namespace

ActivityPage::ActivityPage(ActivityModel &activity, QSettings &state, QWidget *parent)
    : QWidget(parent)
    , m_model(activity)
    , m_state(state)
    , m_filter(new models::ActivityFilter(this))
    , m_search(searchField(tr("Filter activity"), tr("Filter: text, node:tpu1, person:ada, run:…")))
    , m_kind(kindBox())
    , m_new(new QPushButton)
    , m_export(new QToolButton)
    , m_count(mutedLabel())
    , m_notice(new NoticeBar)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(
          QStringLiteral("activity"), tr("Nothing has happened yet"),
          tr("Changed addresses and states, runs, changes of people, config writes and errors are "
             "listed here as they happen, and stay over a restart.")))
    , m_noMatch(new EmptyState(
          QStringLiteral("search"), tr("Nothing matches"), tr("No entry fits the filter.")))
    , m_detail(new ActivityDetail)
{
    setAccessibleName(tr("Activity page"));
    m_filter->setSourceModel(&activity);
    m_view = listView(m_filter);
    m_model.setSeenUntil(m_state.value(seenKey()).toDateTime());
    setFocusProxy(m_view);
    buildLayout();
    connectParts();
    showView();
}

void ActivityPage::buildLayout()
{
    m_new->setCheckable(true);
    m_new->setAccessibleName(tr("Since I last looked"));
    m_new->setToolTip(tr("Only what has happened since you left this page the last time"));
    m_export->setText(tr("Export"));
    m_export->setAccessibleName(tr("Export"));
    m_export->setToolTip(tr("Save what is shown"));
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(m_export);
    menu->addAction(tr("As CSV…"), this, [this] { chooseExport(QStringLiteral("csv")); });
    menu->addAction(tr("As JSON…"), this, [this] { chooseExport(QStringLiteral("json")); });
    m_export->setMenu(menu);

    auto *bar = new QHBoxLayout;
    bar->setSpacing(Grid);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_kind);
    bar->addWidget(m_new);
    bar->addWidget(m_count);
    bar->addWidget(m_export);
    auto *top = new QVBoxLayout;
    setPageMargins(top);
    top->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    top->addLayout(bar);
    top->addWidget(m_notice);

    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setAccessibleName(tr("Activity and details"));
    splitter->addWidget(m_stack);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({Grid * 52, Grid * 22});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_noMatch);
    m_stack->addWidget(m_view);

    auto *page = makeColumn(0, this);
    page->addLayout(top);
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(splitter, 1);
    setTabOrder(m_export, m_view); // then the details, below it
}

/// What happened has the rest, and most of it.
void ActivityPage::fitColumns()
{
    const int letter = m_view->fontMetrics().averageCharWidth();
    const bool isNarrow = width() < letter * 110;
    QHeaderView *header = m_view->header();
    header->resizeSection(int(ActivityModel::Column::Subject), letter * (isNarrow ? 19 : 28));
    header->resizeSection(int(ActivityModel::Column::Kind), letter * (isNarrow ? 16 : 18));
    header->resizeSection(int(ActivityModel::Column::When), letter * (isNarrow ? 14 : 15));
}

void ActivityPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

void ActivityPage::connectParts()
{
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        m_search->clear();
        m_kind->setCurrentIndex(0);
        m_new->setChecked(false);
    });
    connect(m_new, &QPushButton::toggled, m_filter, &models::ActivityFilter::setNewOnly);
    connect(m_new, &QPushButton::toggled, this, &ActivityPage::showView);
    connect(m_search, &QLineEdit::textChanged, m_filter, &models::ActivityFilter::setText);
    connect(m_kind, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        const QVariant kind = m_kind->currentData();
        m_filter->setKind(
            kind.isValid() ? std::optional(ActivityKind(kind.toInt())) : std::nullopt);
    });
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filter, signal, this, &ActivityPage::showView);
        connect(&m_model, signal, this, &ActivityPage::showView); // what is left out counts, too
    }
    connect(m_filter, &QAbstractItemModel::modelReset, this, &ActivityPage::showView);
    connect(m_search, &QLineEdit::textChanged, this, &ActivityPage::showView);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &current) {
            // The first one that Qt makes current, as the list gets the focus, it does not select.
            if (current.isValid() && !m_view->selectionModel()->isSelected(current)) {
                m_view->selectionModel()->select(
                    current, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            }
            showDetail();
        });
    // The parts of an action come one after the other.
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &ActivityPage::showDetail);
    connect(m_filter, &QAbstractItemModel::dataChanged, this, &ActivityPage::showView);
    connect(m_view, &QTreeView::activated, this, &ActivityPage::follow);
    connect(m_detail, &ActivityDetail::linkActivated, this, &ActivityPage::open);
    connect(m_detail, &ActivityDetail::filterRequested, this, [this](const QString &word) {
        m_search->setText(word);
        m_view->setFocus(Qt::OtherFocusReason); // the button may be another now
    });
    refreshAgesOf(this, [this] { m_model.refreshAges(); });
}

void ActivityPage::showView()
{
    const int all = m_model.rowCount();
    const int shown = m_filter->rowCount();
    if (all == 0) {
        m_stack->setCurrentWidget(m_empty);
    } else if (shown == 0) {
        m_stack->setCurrentWidget(m_noMatch);
    } else {
        m_stack->setCurrentWidget(m_view);
    }
    m_detail->setVisible(shown > 0);
    m_export->setEnabled(shown > 0);
    m_count->setVisible(all > 0);
    m_count->setText(shown < all ? tr("%1 of %2").arg(shown).arg(all) : QString::number(all));
    m_count->setAccessibleName(tr("Entries: %1").arg(m_count->text()));
    const int news = m_model.newCount();
    m_new->setVisible(m_model.seenUntil().isValid() && all > 0);
    m_new->setEnabled(news > 0 || m_new->isChecked());
    m_new->setText(tr("Since I last looked: %1").arg(news));
    m_new->setAccessibleDescription(tr("%1 new").arg(news));
}

void ActivityPage::showDetail()
{
    const QModelIndex current = m_view->currentIndex();
    if (current.isValid()) {
        const QModelIndex source = m_filter->mapToSource(current);
        m_detail->show(m_model.entryOf(source), m_model.partOf(source));
    } else {
        m_detail->clear();
    }
}

/// To what the row is about; one that is about many opens.
void ActivityPage::follow(const QModelIndex &index)
{
    const QModelIndex source = m_filter->mapToSource(index);
    const auto links = linksOf(m_model.entryOf(source), m_model.partOf(source));
    if (links.empty()) {
        const QModelIndex first = index.siblingAtColumn(0);
        m_view->setExpanded(first, !m_view->isExpanded(first));
    } else {
        open(links.front());
    }
}

void ActivityPage::open(const ActivityLink &link)
{
    switch (link.kind) {
    case ActivityLink::Kind::Node:
        emit nodeRequested(*link.node);
        break;
    case ActivityLink::Kind::Run:
        emit runRequested(link.name);
        break;
    case ActivityLink::Kind::Person:
        emit personRequested(link.name);
        break;
    case ActivityLink::Kind::ConfigVersion:
        emit configVersionsRequested();
        break;
    }
}

/// What was there when the page is left is no news the next time.
void ActivityPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous() || m_model.rowCount() == 0) {
        return; // only out of sight
    }
    m_new->setChecked(false);
    m_model.setSeenUntil(m_model.entry(0).time);
    m_state.setValue(seenKey(), m_model.seenUntil());
    showView();
}

void ActivityPage::focusFilter()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ActivityPage::chooseExport(const QString &ending)
{
    auto *dialog = new QFileDialog(this, tr("Save the activity"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(QStringLiteral("podium-activity.%1").arg(ending));
    connect(dialog, &QFileDialog::fileSelected, this, &ActivityPage::exportTo);
    dialog->open();
}

void ActivityPage::exportTo(const QString &path)
{
    const bool json = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    runJob(
        this,
        [entries = m_filter->entries(), path, json] {
            constexpr int Mode = 0600; // names, addresses and commands of the person
            return writeFileAtomically(
                path, json ? models::activityToJson(entries) : models::activityToCsv(entries),
                Mode);
        },
        [this, path](const Result<> &result) {
            if (result) {
                m_notice->showNotice(models::Mark::Good, tr("Saved to %1").arg(path));
            } else {
                m_notice->showError(result.error());
            }
        });
}

} // namespace podium::ui
