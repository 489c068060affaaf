// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/secretfield.h"

#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QComboBox>
#include <QLineEdit>

namespace podium::ui {

SecretField::SecretField(const QString &parameter, QWidget *parent)
    : QWidget(parent)
    , m_source(new QComboBox)
    , m_edit(new QLineEdit)
{
    m_edit->setEchoMode(QLineEdit::Password);
    m_edit->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
    m_edit->setPlaceholderText(tr("has to be given"));
    m_edit->setAccessibleName(parameter);
    m_source->setAccessibleName(tr("%1: stored secret").arg(parameter));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *row = makeRow(Grid, this);
    row->addWidget(m_source);
    row->addWidget(m_edit, 1);
    setFocusProxy(m_edit);
    connect(
        m_source, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
        &SecretField::showChoice);
    setNames({});
}

void SecretField::setNames(const std::vector<secret::SecretName> &names)
{
    const QString before = m_source->currentIndex() > 0 ? m_source->currentText() : QString();
    m_source->clear();
    m_source->addItem(tr("Typed here"));
    for (const secret::SecretName &name : names) {
        m_source->addItem(name.text());
    }
    m_source->setCurrentIndex(before.isEmpty() ? 0 : qMax(0, m_source->findText(before)));
    showChoice();
}

/// Where there is nothing to choose there is only the field.
void SecretField::showChoice()
{
    const bool isTyped = m_source->currentIndex() <= 0;
    m_source->setVisible(m_source->count() > 1);
    m_edit->setVisible(isTyped);
    if (!isTyped) {
        m_edit->clear();
    }
    setFocusProxy(isTyped ? static_cast<QWidget *>(m_edit) : m_source);
}

std::optional<secret::SecretName> SecretField::chosen() const
{
    return m_source->currentIndex() > 0 ? secret::SecretName::parse(m_source->currentText())
                                        : std::nullopt;
}

QString SecretField::typed() const
{
    return m_edit->text();
}

void SecretField::clearTyped()
{
    m_edit->clear();
}

} // namespace podium::ui
