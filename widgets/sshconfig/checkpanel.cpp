// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/checkpanel.h"

#include "core/models/sshconfig/aliascheckmodel.h"
#include "core/models/sshconfig/sshcheck.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/columns.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/sshtexts.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>

namespace podium::ui {

using models::AliasCheckModel;
using models::SshCheck;
using CheckColumn = AliasCheckModel::Column;

namespace {

/// A mark before each verdict; aliases and workers in the type of addresses.
class CheckDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        if (index.column() == int(CheckColumn::Verdict)) {
            paintMarkedCell(
                *painter, option, index,
                index.data(AliasCheckModel::MarkRole).value<models::Mark>());
        } else {
            ItemDelegate::paint(painter, option, index);
        }
    }

    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = ItemDelegate::sizeHint(option, index);
        size.rwidth() += index.column() == int(CheckColumn::Verdict) ? MarkRoom : 0;
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        ItemDelegate::initStyleOption(option, index);
        const auto column = CheckColumn(index.column());
        if (column == CheckColumn::Alias || column == CheckColumn::Worker) {
            const qreal size = option->font.pointSizeF();
            option->font = monospaceFont();
            option->font.setPointSizeF(size);
        }
        if (column == CheckColumn::Worker) {
            option->palette.setColor(QPalette::Text, tones(option->palette).muted);
        }
    }
};

} // namespace

CheckPanel::CheckPanel(SshCheck &check, QWidget *parent)
    : QWidget(parent)
    , m_check(check)
    , m_model(new AliasCheckModel(this))
    , m_mark(new MarkWidget)
    , m_summary(plainLabel())
    , m_when(mutedLabel())
    , m_bar(new QProgressBar)
    , m_stop(new QPushButton(tr("Stop")))
    , m_table(new QTableView)
{
    buildTable();
    auto *column = makeColumn(0, this);
    column->addWidget(buildHead());
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_table, 1);
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &CheckPanel::closed);
    connect(m_stop, &QPushButton::clicked, &m_check, &SshCheck::stop);
    connect(&m_check, &SshCheck::changed, this, &CheckPanel::showProgress);
    connect(&m_check, &SshCheck::finished, this, &CheckPanel::showResult);
    setFocusProxy(m_table);
    showProgress();
}

QWidget *CheckPanel::buildHead()
{
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(Grid / 2);
    m_bar->setAccessibleName(tr("Progress of the check"));
    QToolButton *close = iconButton(QStringLiteral("close"), tr("Back to the changes"));
    connect(close, &QToolButton::clicked, this, &CheckPanel::closed);
    m_summary->setWordWrap(true);
    auto *head = new QWidget;
    auto *rows = new QVBoxLayout(head);
    rows->setContentsMargins(Grid * 2, Grid, Grid, Grid);
    rows->setSpacing(Grid / 2);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_mark, 0, Qt::AlignVCenter);
    row->addWidget(m_summary, 1);
    row->addWidget(m_when);
    row->addWidget(m_stop);
    row->addWidget(close);
    rows->addLayout(row);
    rows->addWidget(m_bar);
    return head;
}

void CheckPanel::buildTable()
{
    prepareList(m_table, tr("Checked aliases"));
    m_table->setItemDelegate(new CheckDelegate(m_table));
    m_table->setModel(m_model);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(Grid * 7 / 2);
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, [this] {
        shareColumns(
            *m_table, *m_table->horizontalHeader(),
            {int(CheckColumn::Why), {int(CheckColumn::Worker), int(CheckColumn::Alias)}});
    });
}

void CheckPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_fit.start(0);
}

void CheckPanel::showProgress()
{
    const bool isRunning = m_check.isRunning();
    const SshSummary summary = checkSummary(m_check);
    // Nothing is told of what is over in a moment.
    m_bar->setVisible(isRunning && !summary.text.isEmpty());
    m_mark->setVisible(!summary.text.isEmpty());
    m_stop->setVisible(isRunning);
    m_stop->setEnabled(!m_check.isStopping());
    // 0 of 0 shows as busy without an end, which is right while the aliases are not known yet.
    m_bar->setRange(0, m_check.total());
    m_bar->setValue(m_check.done());
    m_mark->setMark(summary.mark, summary.text);
    m_summary->setText(summary.text);
    m_when->setText(summary.hint);
}

void CheckPanel::forget()
{
    m_model->setChecks({});
}

void CheckPanel::showResult()
{
    m_model->setChecks(m_check.checks());
    m_fit.start(0); // once for all that came at one moment
}

} // namespace podium::ui
