// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/pricesection.h"

#include "core/lifecycle/pricetable.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>

namespace podium::ui {

PriceSection::PriceSection(QWidget *parent)
    : TitledCard(tr("Price a day"), parent)
    , m_prices(wrappedLabel())
    , m_addresses(wrappedLabel())
    , m_source(wrappedLabel(tr("List prices of %1, not a bill: what Google asks without a grant or "
                               "a discount.")
                                .arg(lifecycle::PriceTable::builtIn().asOf())))
{
    m_prices->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_source->setForegroundRole(QPalette::PlaceholderText);
    m_addresses->setForegroundRole(QPalette::PlaceholderText);
    body()->addWidget(m_prices);
    body()->addWidget(m_addresses);
    body()->addWidget(m_source);
}

void PriceSection::setPrices(const QStringList &prices, const QString &addresses)
{
    m_prices->setText(prices.join(QLatin1Char('\n')));
    m_addresses->setText(addresses);
    m_addresses->setVisible(!addresses.isEmpty());
}

} // namespace podium::ui
