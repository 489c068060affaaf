// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/detail/factsform.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/wholelabel.h"
#include "widgets/common/theme.h"

#include <QFormLayout>
#include <QLabel>

namespace podium::ui {

FactsForm::FactsForm(QWidget *parent) : QWidget(parent), m_rows(new QFormLayout(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(Grid * 2);
    m_rows->setVerticalSpacing(Grid / 2);
    m_rows->setLabelAlignment(Qt::AlignLeft);
}

void FactsForm::setFacts(const std::vector<std::pair<QString, QString>> &facts)
{
    while (m_rows->rowCount() > int(facts.size())) {
        m_rows->removeRow(m_rows->rowCount() - 1);
    }
    for (int row = 0; row < int(facts.size()); ++row) {
        if (row == m_rows->rowCount()) {
            QLabel *name = mutedLabel();
            name->setAlignment(Qt::AlignLeft | Qt::AlignTop); // beside the first line
            auto *value = new WholeLabel;
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            m_rows->addRow(name, value);
        }
        const auto label = [this, row](QFormLayout::ItemRole role) {
            return qobject_cast<QLabel *>(m_rows->itemAt(row, role)->widget());
        };
        label(QFormLayout::LabelRole)->setText(facts[std::size_t(row)].first);
        label(QFormLayout::FieldRole)->setText(facts[std::size_t(row)].second);
    }
}

} // namespace podium::ui
