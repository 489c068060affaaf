// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/section.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QFormLayout>

#include <algorithm>

namespace podium::ui {

Section::Section(const QString &title, QWidget *parent) : QWidget(parent), m_form(new QFormLayout)
{
    setAccessibleName(title);
    m_form->setHorizontalSpacing(Grid * 2);
    m_form->setVerticalSpacing(Grid);
    m_form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto *column = makeColumn(Grid * 3 / 2, this);
    column->addWidget(headingLabel(title));
    column->addLayout(m_form);
}

void Section::addRow(const QString &name, QWidget *field)
{
    QLabel *label = mutedLabel(name);
    label->setMinimumWidth(std::max(Grid * 18, label->sizeHint().width()));
    label->setBuddy(field);
    const bool isFixed = field->sizePolicy().horizontalPolicy() == QSizePolicy::Fixed;
    m_field = makeColumn(Grid / 2);
    m_field->addWidget(field, 0, isFixed ? Qt::AlignLeft : Qt::Alignment());
    m_form->addRow(label, m_field);
}

/// In one box with its field: a form keeps its distances for rows that are hidden, too.
QLabel *Section::addNote(const QString &text)
{
    QLabel *note = problemLabel(text);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setVisible(!text.isEmpty());
    m_field->addWidget(note);
    return note;
}

void Section::setRowNote(QLabel *note, const QString &text, bool isProblem)
{
    note->setForegroundRole(isProblem ? QPalette::WindowText : QPalette::PlaceholderText);
    note->setText(text);
    note->setVisible(!text.isEmpty());
}

} // namespace podium::ui
