// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/projects/titledcard.h"

namespace podium::ui {

/// What the nodes of a project cost a day.
class PriceSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit PriceSection(QWidget *parent = nullptr);

    /// A sentence each; `addresses` may be empty.
    void setPrices(const QStringList &prices, const QString &addresses);

private:
    QLabel *m_prices = nullptr;
    QLabel *m_addresses = nullptr;
    QLabel *m_source = nullptr;
};

} // namespace podium::ui
