// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/aliastable.h"

#include "core/models/sshconfig/aliaschangemodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>
#include <array>

namespace podium::ui {

using models::AliasChange;
using models::AliasChangeModel;
using AliasColumn = AliasChangeModel::Column;

namespace {

QColor kindColour(AliasChange::Kind kind, const Tones &colours)
{
    switch (kind) {
    case AliasChange::Kind::Removed:
        return colours.bad;
    case AliasChange::Kind::Changed:
        return colours.warning;
    case AliasChange::Kind::Added:
        break;
    }
    return colours.good;
}

/// Names, addresses and keys in their own type; what differs is stronger.
class AliasDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        ItemDelegate::initStyleOption(option, index);
        const auto column = AliasColumn(index.column());
        const Tones colours = tones(option->palette);
        if (column != AliasColumn::Change && column != AliasColumn::Others) {
            const qreal size = option->font.pointSizeF();
            option->font = monospaceFont();
            option->font.setPointSizeF(size);
        }
        option->font.setBold(index.data(AliasChangeModel::DiffersRole).toBool());
        const bool isFingerprint = option->text.startsWith(QLatin1String("SHA256:"));
        if (column == AliasColumn::HostKey && !isFingerprint) {
            option->textElideMode = Qt::ElideRight; // words, which differ at their beginning
        }
        if (column == AliasColumn::Change) {
            const auto kind = AliasChange::Kind(index.data(AliasChangeModel::KindRole).toInt());
            option->palette.setColor(QPalette::Text, kindColour(kind, colours));
        } else if (column == AliasColumn::HostKey || column == AliasColumn::OldAddress) {
            option->palette.setColor(QPalette::Text, colours.muted);
        }
    }
};

} // namespace

AliasTable::AliasTable(AliasChangeModel &model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
{
    prepareList(this, tr("Changed hosts"));
    setItemDelegate(new AliasDelegate(this));
    setModel(&model);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(Grid * 7 / 2);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setMinimumSectionSize(Grid * 4);
    connect(&model, &AliasChangeModel::modelReset, this, &AliasTable::fitColumns);
    fitColumns();
}

int AliasTable::widthOf(int column) const
{
    return std::max(horizontalHeader()->sectionSizeHint(column), sizeHintForColumn(column)) + Grid;
}

void AliasTable::fitColumns()
{
    std::array<int, AliasChangeModel::ColumnCount> widths{};
    for (int column = 0; column < AliasChangeModel::ColumnCount; ++column) {
        setColumnHidden(column, !m_model.isUsed(AliasColumn(column)));
    }
    int needed = 0;
    for (int column = 0; column < AliasChangeModel::ColumnCount; ++column) {
        widths[size_t(column)] = isColumnHidden(column) ? 0 : widthOf(column);
        needed += widths[size_t(column)];
    }
    const int room = viewport()->width();
    // Of hosts that are new the key is what there is to see, of others what changes.
    const bool isMove = m_model.isUsed(AliasColumn::OldAddress);
    const AliasColumn first = isMove ? AliasColumn::HostKey : AliasColumn::Others;
    const AliasColumn second = isMove ? AliasColumn::Others : AliasColumn::HostKey;
    constexpr int Least = Grid * 16;
    for (const AliasColumn column : {first, second}) {
        int &wide = widths[size_t(column)];
        const int spare = std::clamp(needed - room, 0, std::max(0, wide - Least));
        wide -= spare;
        needed -= spare;
    }
    for (const AliasColumn column : {first, second, AliasColumn::Change}) {
        if (needed > room && !isColumnHidden(int(column))) {
            setColumnHidden(int(column), true);
            needed -= widths[size_t(column)];
        }
    }
    // The kind is to be seen from the addresses, too: it may go, and names are cut at last.
    int &aliases = widths[size_t(AliasColumn::Alias)];
    aliases = std::max(aliases + std::min(0, room - needed), Grid * 12);
    int last = 0;
    for (int column = 0; column < AliasChangeModel::ColumnCount; ++column) {
        if (!isColumnHidden(column)) {
            setColumnWidth(column, widths[size_t(column)]);
            last = column;
        }
    }
    setColumnWidth(last, widths[size_t(last)] + std::max(0, room - needed));
}

void AliasTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void AliasTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitColumns();
    }
}

} // namespace podium::ui
