// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/transferform.h"

#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QFormLayout>

#include <algorithm>

namespace podium::ui {

TransferForm::TransferForm(QWidget *parent) : QWidget(parent) {}

QFormLayout *TransferForm::makeFields()
{
    auto *fields = new QFormLayout;
    fields->setSpacing(Grid);
    fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    return fields;
}

QLabel *TransferForm::labelFor(const QString &text, QWidget *field)
{
    QLabel *label = plainLabel(text);
    label->setBuddy(field);
    m_labelWidth = std::max(m_labelWidth, label->sizeHint().width());
    return label;
}

} // namespace podium::ui
