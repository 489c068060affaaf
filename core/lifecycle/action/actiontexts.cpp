// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/action/actiontexts.h"

#include "core/lifecycle/grantreport.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using Phase = NodeActionState::Phase;

namespace {

QString nodesText(int count)
{
    return count == 1 ? QStringLiteral("1 node") : QStringLiteral("%1 nodes").arg(count);
}

QString pastOf(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return QStringLiteral("started");
    case NodeAction::Stop:
        return QStringLiteral("stopped");
    case NodeAction::Delete:
        return QStringLiteral("deleted");
    case NodeAction::Maintain:
        break;
    }
    return QStringLiteral("taken into maintenance now");
}

QString priceSentence(const NodeActionPlan &plan)
{
    double sum = 0;
    int unknown = 0;
    for (const NodeActionStep &step : plan.steps) {
        sum += step.error ? 0 : step.dollarsPerDay.value_or(0);
        unknown += dayPriceText(plan, step) == QLatin1String("unknown") ? 1 : 0;
    }
    if (sum <= 0 && unknown == 0) {
        return plan.action == NodeAction::Delete ? QStringLiteral(" Nothing is charged for now.")
                                                 : QString();
    }
    QString price = sum > 0 ? dollarText(sum) + QStringLiteral(" a day") : QString();
    if (unknown > 0) {
        price += price.isEmpty() ? QStringLiteral("unknown")
                                 : QStringLiteral(" (%1: unknown)").arg(nodesText(unknown));
    }
    return (plan.action == NodeAction::Start
                ? QStringLiteral(" List price of what begins: %1, unless a grant covers it.")
                : QStringLiteral(" List price of what ends: %1, unless a grant covers it."))
        .arg(price);
}

/// What is to be said of a step, without its name and price.
QString meaningOf(const NodeActionStep &step)
{
    if (!step.error) {
        return step.consequences.join(QLatin1Char('\n'));
    }
    return step.error->hint.isEmpty() ? step.error->detail
                                      : step.error->detail + QLatin1Char('\n') + step.error->hint;
}

} // namespace

QString doneText(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return QStringLiteral("runs");
    case NodeAction::Stop:
        return QStringLiteral("is stopped");
    case NodeAction::Delete:
        return QStringLiteral("is gone");
    case NodeAction::Maintain:
        break;
    }
    return QStringLiteral("runs again after its maintenance");
}

QString dayPriceText(const NodeActionPlan &plan, const NodeActionStep &step)
{
    if (step.error || plan.action == NodeAction::Maintain) {
        return {};
    }
    if (step.dollarsPerDay) {
        return dollarText(*step.dollarsPerDay);
    }
    const bool isFree =
        plan.action != NodeAction::Start && billingOf(step.node.state) == Billing::No;
    return isFree ? QStringLiteral("nothing") : QStringLiteral("unknown");
}

QString planSummary(const NodeActionPlan &plan)
{
    const int possible = plan.possibleCount();
    const int refused = int(plan.steps.size()) - possible;
    if (possible == 0) {
        return QStringLiteral("Nothing can be done; the reasons are below.");
    }
    QString text = QStringLiteral("%1 %2.").arg(nodesText(possible), intendedText(plan.action));
    if (refused > 0) {
        text += refused == 1 ? QStringLiteral(" 1 stays as it is.")
                             : QStringLiteral(" %1 stay as they are.").arg(refused);
    }
    return plan.action == NodeAction::Maintain ? text : text + priceSentence(plan);
}

QString planText(const NodeActionPlan &plan)
{
    std::vector<std::pair<QString, QStringList>> groups; // a meaning, the names
    groups.reserve(plan.steps.size());
    for (const NodeActionStep &step : plan.steps) {
        const QString meaning = meaningOf(step);
        const auto group = std::find_if(groups.begin(), groups.end(), [&meaning](const auto &each) {
            return each.first == meaning;
        });
        const QString name = step.node.ref.name.text();
        if (group == groups.end()) {
            groups.push_back({meaning, {name}});
        } else {
            group->second << name;
        }
    }
    QStringList paragraphs;
    for (const auto &[meaning, names] : groups) {
        paragraphs << names.join(QStringLiteral(", ")) + QStringLiteral(":\n") + meaning;
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

QString intendedText(NodeAction action)
{
    return QStringLiteral("would be ") + pastOf(action);
}

QString progressText(NodeAction action, const NodeActionState &state, bool isWatched)
{
    switch (state.phase) {
    case Phase::Waiting:
    case Phase::Looking:
        return !isWatched                      ? QStringLiteral("was not begun")
               : state.phase == Phase::Waiting ? QStringLiteral("waits")
                                               : QStringLiteral("is looked at");
    case Phase::Asking:
        return isWatched ? QStringLiteral("is asked for")
                         : QStringLiteral("was requested; it may have been done");
    case Phase::Working:
        return isWatched ? QStringLiteral("Google has begun") : QStringLiteral("goes on at Google");
    case Phase::Proving:
        return isWatched ? QStringLiteral("is being verified")
                         : QStringLiteral("goes on at Google");
    case Phase::Done:
        return doneText(action);
    case Phase::Failed:
        return state.error && state.error->kind == ErrorKind::Refused
                   ? state.error->detail
                   : QStringLiteral("failed: %1")
                         .arg(state.error ? state.error->summary : QString());
    case Phase::Unknown:
        break;
    }
    return QStringLiteral("unknown: check again in a while");
}

QString failuresText(const NodeActionPlan &plan, const std::vector<NodeActionState> &states)
{
    QStringList paragraphs;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].error && !plan.steps[i].error) {
            paragraphs << plan.steps[i].node.ref.name.text() + QStringLiteral(":\n") +
                              states[i].error->text();
        }
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

QString wordToType(const NodeActionPlan &plan)
{
    const int count = plan.possibleCount();
    if (plan.action != NodeAction::Delete || count == 0) {
        return {};
    }
    if (count > 1) {
        return QString::number(count);
    }
    const auto only =
        std::find_if(plan.steps.begin(), plan.steps.end(), [](const NodeActionStep &step) {
            return !step.error;
        });
    return only->node.ref.name.text();
}

} // namespace podium::lifecycle
