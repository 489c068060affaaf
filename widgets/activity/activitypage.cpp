// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/activity/activitypage.h"

#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/models/activity/activityexport.h"
#include "core/models/activity/activityfilter.h"
#include "core/models/activity/activitymodel.h"
#include "core/models/relativetime.h"
#include "widgets/activity/activitydelegate.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeView>

#include <chrono>

namespace podium::ui {

using models::ActivityKind;
using models::ActivityModel;

namespace {

QComboBox *kindBox()
{
    auto *box = new QComboBox;
    box->setAccessibleName(ActivityPage::tr("Kind"));
    box->addItem(ActivityPage::tr("All kinds"));
    for (int kind = int(ActivityKind::Node); kind <= int(ActivityKind::Error); ++kind) {
        box->addItem(models::activityKindText(ActivityKind(kind)), kind);
    }
    return box;
}

QTreeView *listView(QAbstractItemModel *model)
{
    auto *view = new QTreeView;
    prepareList(view, ActivityPage::tr("Activity"));
    view->setItemDelegate(new ActivityDelegate(view));
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    view->setAllColumnsShowFocus(true);
    view->setFrameShape(QFrame::NoFrame);
    view->setModel(model);
    const int letter = view->fontMetrics().averageCharWidth();
    view->header()->resizeSection(int(ActivityModel::Column::When), letter * 16);
    view->header()->resizeSection(int(ActivityModel::Column::Kind), letter * 20);
    view->header()->resizeSection(int(ActivityModel::Column::Subject), letter * 32);
    view->header()->setStretchLastSection(true);
    return view;
}

QString detailText(const models::ActivityEntry &entry)
{
    QStringList lines{models::fullTimeText(entry.time), entry.summary, entry.detail};
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

ActivityPage::ActivityPage(ActivityModel &activity, QWidget *parent)
    : QWidget(parent)
    , m_model(activity)
    , m_filter(new models::ActivityFilter(this))
    , m_search(searchField(tr("Filter activity"), tr("Filter: node, command, text…")))
    , m_kind(kindBox())
    , m_export(new QToolButton)
    , m_count(mutedLabel())
    , m_notice(new NoticeBar)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(
          QStringLiteral("activity"), tr("Nothing has happened yet"),
          tr("Changed addresses and states, runs, config writes and errors are listed here as "
             "they happen, and stay over a restart.")))
    , m_noMatch(new EmptyState(
          QStringLiteral("search"), tr("Nothing matches"), tr("No entry has all of these words.")))
    , m_detail(new QPlainTextEdit)
{
    setAccessibleName(tr("Activity page"));
    m_filter->setSourceModel(&activity);
    m_view = listView(m_filter);
    setFocusProxy(m_view);
    buildLayout();
    connectParts();
    showView();
    m_ages.start(std::chrono::seconds(20));
}

void ActivityPage::buildLayout()
{
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
    bar->addWidget(m_count);
    bar->addWidget(m_export);
    auto *top = new QVBoxLayout;
    setPageMargins(top);
    top->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    top->addLayout(bar);
    top->addWidget(m_notice);

    m_detail->setReadOnly(true);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setAccessibleName(tr("Details"));
    m_detail->setPlaceholderText(tr("Select an entry to see all of it."));
    m_detail->document()->setDocumentMargin(Grid * 3 / 2);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setAccessibleName(tr("Activity and details"));
    splitter->addWidget(m_stack);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({Grid * 60, Grid * 14});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_noMatch);
    m_stack->addWidget(m_view);

    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addLayout(top);
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(splitter, 1);
}

void ActivityPage::connectParts()
{
    connect(m_noMatch->addAction(tr("Clear filter")), &QPushButton::clicked, this, [this] {
        m_search->clear();
        m_kind->setCurrentIndex(0);
    });
    connect(m_search, &QLineEdit::textChanged, m_filter, &models::ActivityFilter::setText);
    connect(m_kind, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] {
        const QVariant kind = m_kind->currentData();
        m_filter->setKind(
            kind.isValid() ? std::optional(ActivityKind(kind.toInt())) : std::nullopt);
    });
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filter, signal, this, &ActivityPage::showView);
    }
    connect(m_filter, &QAbstractItemModel::modelReset, this, &ActivityPage::showView);
    connect(m_search, &QLineEdit::textChanged, this, &ActivityPage::showView);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &ActivityPage::showDetail);
    connect(&m_ages, &QTimer::timeout, this, [this] {
        if (isVisible()) {
            m_model.refreshAges();
        }
    });
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
}

void ActivityPage::showDetail()
{
    const QModelIndex current = m_view->currentIndex();
    m_detail->setPlainText(
        current.isValid() ? detailText(m_model.entry(m_filter->mapToSource(current).row()))
                          : QString());
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
