// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/filterbar.h"

#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace podium::ui {

FilterBar::FilterBar(models::RunFilter &filter, QWidget *parent)
    : QWidget(parent)
    , m_filter(filter)
    , m_edit(new QLineEdit)
    , m_count(plainLabel())
{
    m_edit->setPlaceholderText(tr("Workers whose name has…"));
    m_edit->setAccessibleName(tr("Filter workers by name"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(Grid * 45);
    m_edit->addAction(themedIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition)
        ->setText(m_edit->accessibleName());
    m_count->setAccessibleName(tr("Workers shown"));
    auto *close = new QToolButton;
    close->setIcon(themedIcon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close filter"));
    close->setToolTip(tr("Show all again (Esc)"));

    auto *row = makeRow(Grid, this);
    row->addWidget(m_edit, 1);
    row->addWidget(m_count);
    row->addStretch();
    row->addWidget(close);
    connect(m_edit, &QLineEdit::textChanged, this, &FilterBar::apply);
    connect(close, &QToolButton::clicked, this, &FilterBar::dismiss);
    for (const auto signal :
         {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(&m_filter, signal, this, &FilterBar::showCount);
    }
    hide();
}

void FilterBar::activate()
{
    show();
    showCount();
    m_edit->selectAll();
    m_edit->setFocus();
}

void FilterBar::dismiss()
{
    m_edit->clear();
    if (isVisible()) {
        hide();
        emit closed();
    }
}

void FilterBar::apply()
{
    m_filter.setText(m_edit->text().trimmed());
    showCount();
    emit changed();
}

void FilterBar::showCount()
{
    m_count->setText(tr("%1 of %2 shown")
                         .arg(
                             QLocale().toString(m_filter.rowCount()),
                             QLocale().toString(m_filter.sourceModel()->rowCount())));
}

void FilterBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        dismiss();
        return;
    }
    event->ignore();
}

} // namespace podium::ui
