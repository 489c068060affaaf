// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/hostkeyview.h"

#include "app/composition/hostkeyreset.h"
#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "core/inventory/targets.h"
#include "widgets/nodes/hostkeydialog.h"

namespace podium::app {

using OutcomeKind = HostKeyOutcome::Kind;

namespace {

models::Mark markOf(OutcomeKind kind)
{
    switch (kind) {
    case OutcomeKind::TakenUp:
    case OutcomeKind::Vouched:
    case OutcomeKind::Forgotten:
        return models::Mark::Good;
    case OutcomeKind::NotAsked:
    case OutcomeKind::WouldForget:
        return models::Mark::Warning;
    case OutcomeKind::NotKnown:
        break;
    }
    return models::Mark::Unknown;
}

void show(ui::HostKeyDialog &dialog, const Services &services, const HostKeyReset::Report &report)
{
    std::vector<ui::HostKeyAnswer> answers;
    answers.reserve(report.outcomes.size());
    for (const HostKeyOutcome &outcome : report.outcomes) {
        answers.push_back(
            {inventory::describeWorkers(services.inventory.snapshot(), {outcome.worker}),
             markOf(outcome.kind), outcome.sentence, outcome.kind == OutcomeKind::WouldForget,
             outcome.kind == OutcomeKind::Vouched});
    }
    dialog.setAnswers(answers);
    if (report.error) {
        dialog.setProblem(report.error->text());
    }
}

/// What was changed by it, for Activity.
void note(ActivityFeed &feed, const HostKeyReset::Report &report)
{
    for (const HostKeyOutcome &outcome : report.outcomes) {
        if (outcome.kind == OutcomeKind::TakenUp || outcome.kind == OutcomeKind::Forgotten) {
            feed.addNote(models::ActivityKind::HostKey, outcome.worker.text(), outcome.sentence);
        }
    }
}

} // namespace

ui::HostKeyDialog *openHostKeyView(
    Services &services, ActivityFeed &feed, const std::vector<WorkerRef> &workers, QWidget *parent)
{
    auto *dialog = new ui::HostKeyDialog(
        inventory::describeWorkers(services.inventory.snapshot(), workers), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto *reset = new HostKeyReset(
        services.hostKeys, services.hostKeyInquiry, services.inventory, services.paths, dialog);
    const auto ask = [dialog, reset, workers, &services, &feed](bool mayForget) {
        reset->reset(
            workers, mayForget ? HostKeyReset::Forget::WhatWasShown : HostKeyReset::Forget::Nothing,
            {dialog, [dialog, &services, &feed](const HostKeyReset::Report &report) {
                 show(*dialog, services, report);
                 note(feed, report);
             }});
    };
    QObject::connect(dialog, &ui::HostKeyDialog::asked, dialog, ask);
    ask(false);
    dialog->show();
    return dialog;
}

} // namespace podium::app
