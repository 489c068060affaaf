// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/verdictview.h"

#include "core/models/recipe/verdictmodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTableView>

namespace podium::ui {

namespace {

using models::VerdictModel;

class VerdictDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        const QVariant mark = index.data(VerdictModel::MarkRole);
        mark.isValid() ? paintMarkedCell(*painter, option, index, mark.value<models::Mark>())
                       : ItemDelegate::paint(painter, option, index);
    }
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return ItemDelegate::sizeHint(option, index) + QSize(MarkRoom, 0);
    }
};

} // namespace

VerdictView::VerdictView(QWidget *parent)
    : QWidget(parent)
    , m_model(new VerdictModel(this))
    , m_summary(plainLabel())
    , m_table(new QTableView)
    , m_detail(new QPlainTextEdit)
{
    m_summary->setAccessibleName(tr("Summary"));
    prepareList(m_table, tr("Verdicts of workers and steps"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new VerdictDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setMaximumSectionSize(Grid * 40);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_detail->setFont(monospaceFont());
    m_detail->setAccessibleName(tr("What the worker said"));
    m_detail->setMaximumHeight(Grid * 14);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    column->addWidget(m_detail);
    m_detail->hide();
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &VerdictView::showDetail);
}

void VerdictView::show(const recipe::RecipeSession &session)
{
    const int columns = m_model->columnCount();
    m_model->show(session.recipe(), session.workers());
    m_summary->setText(recipe::verdictSummary(session.workers()));
    if (columns != m_model->columnCount()) {
        m_table->resizeColumnsToContents();
    }
    showDetail();
}

void VerdictView::showDetail()
{
    const QString text = m_table->currentIndex().data(VerdictModel::DetailRole).toString();
    if (text != m_detail->toPlainText()) {
        m_detail->setPlainText(text);
    }
    m_detail->setVisible(!text.isEmpty());
}

} // namespace podium::ui
