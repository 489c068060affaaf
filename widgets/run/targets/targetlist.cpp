// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/targetlist.h"

#include "widgets/common/controls.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>

namespace podium::ui {

TargetList::TargetList(const QStringList &words, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_list(new QListWidget)
    , m_remove(new QPushButton(tr("Remove")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    prepareList(m_list, tr("All targets"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->addItems(words);
    m_remove->setAccessibleName(tr("Remove the selected targets"));
    m_remove->setEnabled(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid, Grid, Grid);
    column->setSpacing(Grid);
    column->addWidget(m_list, 1);
    column->addWidget(m_remove, 0, Qt::AlignLeft);
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] {
        m_remove->setEnabled(!m_list->selectedItems().isEmpty());
    });
    connect(m_remove, &QPushButton::clicked, this, &TargetList::removeSelected);
}

void TargetList::openBelow(const QWidget &anchor)
{
    constexpr int MostRows = 16;
    const int rows = qBound(1, m_list->count(), MostRows);
    const int wanted = m_list->sizeHintForColumn(0) + Grid * 6;
    resize(
        qBound(Grid * 36, wanted, Grid * 80),
        rows * m_list->sizeHintForRow(0) + m_remove->sizeHint().height() + Grid * 4);
    const QPoint below = anchor.mapToGlobal(QPoint(0, anchor.height() + 2));
    const QScreen *screen = QGuiApplication::screenAt(below);
    const QRect room = screen ? screen->availableGeometry() : QRect(below, size());
    move(
        qMax(room.left(), qMin(below.x(), room.right() - width())),
        qMax(room.top(), qMin(below.y(), room.bottom() - height())));
    show();
    m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    m_list->setFocus();
}

void TargetList::removeSelected()
{
    QStringList words;
    for (QListWidgetItem *item : m_list->selectedItems()) {
        words << item->text();
        delete item;
    }
    if (!words.isEmpty()) {
        emit removed(words);
    }
    if (m_list->count() == 0) {
        close();
    }
}

void TargetList::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
        removeSelected();
    } else {
        QFrame::keyPressEvent(event); // a popup closes on Escape
    }
}

} // namespace podium::ui
