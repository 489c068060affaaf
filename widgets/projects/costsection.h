// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/projects/costfeed.h"
#include "widgets/projects/titledcard.h"

class QLabel;

namespace podium::ui {

class CostChart;

/// What the last days of a project have cost by list price: sums, a chart, the dearest nodes.
class CostSection final : public TitledCard
{
    Q_OBJECT

public:
    explicit CostSection(QWidget *parent = nullptr);

    /// Null: not known yet.
    void setCost(const models::ProjectCost *cost);

private:
    QLabel *m_sums = nullptr;
    CostChart *m_chart = nullptr;
    QLabel *m_legend = nullptr;
    QLabel *m_nodes = nullptr;
    QLabel *m_note = nullptr;
};

} // namespace podium::ui
