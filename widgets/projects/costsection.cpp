// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/projects/costsection.h"

#include "core/lifecycle/pricetable.h"
#include "core/models/relativetime.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/projects/costchart.h"

#include <QBoxLayout>

namespace podium::ui {

using lifecycle::CostAmount;

namespace {

constexpr int MostNodes = 5;

QString sumsText(const CostAmount &total)
{
    QStringList lines;
    lines << CostSection::tr("Not covered: %1")
                 .arg(lifecycle::costText(total.notCovered, total.unknownSeconds));
    if (total.covered > 0) {
        lines
            << CostSection::tr("Covered by a grant: %1").arg(lifecycle::dollarText(total.covered));
    }
    if (total.addresses > 0) {
        lines << CostSection::tr("External addresses: at most %1")
                     .arg(lifecycle::dollarText(total.addresses));
    }
    return lines.join(QLatin1Char('\n'));
}

QString nodesText(const lifecycle::CostReport &report)
{
    QStringList lines;
    for (const lifecycle::CostNode &node : report.nodes) {
        const CostAmount &amount = node.amount;
        if (lines.size() == MostNodes) {
            lines << CostSection::tr("and %1 more").arg(report.nodes.size() - MostNodes);
            break;
        }
        lines << CostSection::tr("%1, %2: %3 not covered, %4 covered")
                     .arg(
                         node.node.name.text(), lifecycle::durationText(amount.chargedSeconds),
                         lifecycle::costText(amount.notCovered, amount.unknownSeconds),
                         lifecycle::dollarText(amount.covered));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

CostSection::CostSection(QWidget *parent)
    : TitledCard(tr("Cost of the last %1 days").arg(models::CostFeed::Days), parent)
    , m_sums(wrappedLabel())
    , m_chart(new CostChart)
    , m_legend(wrappedLabel(tr("A day a bar, by UTC: not covered at the bottom, covered above.")))
    , m_nodes(wrappedLabel())
    , m_note(wrappedLabel())
{
    for (QLabel *label : {m_sums, m_nodes}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_legend->setForegroundRole(QPalette::PlaceholderText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    body()->addWidget(m_sums);
    body()->addWidget(m_chart);
    body()->addWidget(m_legend);
    body()->addWidget(m_nodes);
    body()->addWidget(m_note);
    setCost(nullptr);
}

void CostSection::setCost(const models::ProjectCost *cost)
{
    const bool isKnown = cost && !cost->error;
    const bool isEmpty = isKnown && cost->report.nodes.empty();
    m_chart->setVisible(isKnown && !isEmpty);
    m_legend->setVisible(isKnown && !isEmpty);
    m_nodes->setVisible(isKnown && !isEmpty);
    m_sums->setText(
        !cost      ? tr("Adding up…")
        : !isKnown ? tr("Not known: %1").arg(cost->error->summary)
        : isEmpty  ? tr("No node was seen that costs anything.")
                   : sumsText(cost->report.total));
    const QString since =
        isKnown && cost->since.isValid()
            ? tr(" Podium has looked since %1.").arg(models::fullTimeText(cost->since))
            : QString();
    m_note->setText(
        tr("List prices, not a bill. Only what Podium has seen is counted.%1").arg(since));
    if (isKnown && !isEmpty) {
        m_chart->setDays(cost->report.days);
        m_nodes->setText(nodesText(cost->report));
    }
}

} // namespace podium::ui
