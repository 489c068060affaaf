// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/shell/commandpalette.h"

#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>

namespace podium::ui {

using models::PaletteModel;

namespace {

/// Title at the left, kind and shortcut at the right.
class PaletteDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        ItemDelegate::paint(painter, option, index);
        const bool selected = option.state & QStyle::State_Selected;
        QStringList side{
            index.data(PaletteModel::KindRole).toString(),
            index.data(PaletteModel::ShortcutRole).toString()};
        side.removeAll(QString());
        painter->save();
        painter->setPen(
            selected ? option.palette.color(QPalette::HighlightedText)
                     : tones(option.palette).muted);
        painter->drawText(
            option.rect.adjusted(0, 0, -Grid * 3 / 2, 0), Qt::AlignRight | Qt::AlignVCenter,
            side.join(QStringLiteral("   ")));
        painter->restore();
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget *parent)
    : QFrame(parent)
    , m_model(new PaletteModel(this))
    , m_typed(textField(
          QStringLiteral("command"), tr("Find a command"), tr("Type an action, a node or a page")))
    , m_list(new QListView)
{
    setAccessibleName(tr("Command palette"));
    setAutoFillBackground(false);
    prepareList(m_list, tr("Commands"));
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setModel(m_model);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid, Grid, Grid);
    column->setSpacing(Grid);
    column->addWidget(m_typed);
    column->addWidget(m_list);

    auto *shadow = new QGraphicsDropShadowEffect(this);
    shadow->setBlurRadius(Grid * 4);
    shadow->setOffset(0, Grid / 2);
    shadow->setColor(QColor(0, 0, 0, 90));
    setGraphicsEffect(shadow);

    m_typed->installEventFilter(this);
    parent->installEventFilter(this);
    connect(m_typed, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setTyped(text);
        m_list->setCurrentIndex(m_model->index(0));
        place();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::runCurrent);
    hide();
}

void CommandPalette::open(std::vector<models::PaletteItem> items)
{
    m_model->setItems(std::move(items));
    m_typed->clear();
    m_list->setCurrentIndex(m_model->index(0));
    place();
    show();
    raise();
    m_typed->setFocus();
}

void CommandPalette::setItems(std::vector<models::PaletteItem> items)
{
    const auto sameAs = [this](const QVariant &title) {
        return m_model->match(
            m_model->index(0), Qt::DisplayRole, title, -1,
            Qt::MatchExactly | Qt::MatchCaseSensitive);
    };
    const QVariant chosen = m_list->currentIndex().data();
    const int which = sameAs(chosen).indexOf(m_list->currentIndex()); // of those with one title
    m_model->setItems(std::move(items));
    const QModelIndexList same = sameAs(chosen);
    m_list->setCurrentIndex(same.value(which, same.value(0, m_model->index(0))));
    place();
}

void CommandPalette::place()
{
    const QWidget *window = parentWidget();
    const int wide = qMin(Grid * 70, window->width() - Grid * 8);
    const int rows = qBound(1, m_model->rowCount(), 12);
    const int row = qMax(m_list->sizeHintForRow(0), Grid * 7 / 2);
    const int high =
        qMin(m_typed->sizeHint().height() + Grid * 3 + rows * row + 2, window->height() - Grid * 8);
    setGeometry((window->width() - wide) / 2, Grid * 6, wide, high);
}

void CommandPalette::moveBy(int rows)
{
    const int count = m_model->rowCount();
    if (count > 0) {
        const int row = (m_list->currentIndex().row() + rows + count) % count;
        m_list->setCurrentIndex(m_model->index(row));
    }
}

void CommandPalette::runCurrent()
{
    const int row = m_list->currentIndex().row();
    putAway(); // first: what runs may give the keyboard to another
    m_model->run(row);
}

/// Nobody hides while the keyboard is theirs: Qt would give it to whatever comes next.
void CommandPalette::putAway()
{
    emit leavesKeyboard();
    hide();
}

bool CommandPalette::handleKey(int key)
{
    switch (key) {
    case Qt::Key_Escape:
        putAway();
        return true;
    case Qt::Key_Down:
        moveBy(1);
        return true;
    case Qt::Key_Up:
        moveBy(-1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        return handleKey(static_cast<QKeyEvent *>(event)->key());
    }
    if (watched == m_typed && event->type() == QEvent::FocusOut && isVisible()) {
        const QWidget *now = QApplication::focusWidget(); // none: another window is in front
        !now || now == m_typed ? putAway() : hide();
    }
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Mid));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Grid, Grid);
}

} // namespace podium::ui
