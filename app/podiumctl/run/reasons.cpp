// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/reasons.h"

#include "app/podiumctl/terminal.h"

#include <algorithm>

namespace podium::ctl {

namespace {

struct Reason
{
    QString sentence; ///< without the worker
    const Error *first = nullptr;
    std::vector<WorkerRef> workers;
    bool isDetailShared = true;
};

QString without(const QString &text, const WorkerRef &worker)
{
    return QString(text).remove(worker.text());
}

QString told(const Reason &reason, const RunPrinter::NameOf &nameOf)
{
    Error error = withCommand(*reason.first);
    const QString names = nameOf(reason.workers);
    const QString one = reason.workers.front().text();
    error.summary.replace(one, names);
    error.hint.replace(one, names);
    if (!reason.isDetailShared && !error.detail.isEmpty()) {
        error.detail =
            QStringLiteral("Of %1: %2").arg(nameOf({reason.workers.front()}), error.detail);
    }
    const QString text = error.text();
    return text.contains(names) ? text : QString(names % QStringLiteral(": ") % text);
}

} // namespace

Error withCommand(Error error)
{
    if (error.kind == ErrorKind::HostKey && WorkerRef::parse(error.subject)) {
        error.hint += (error.hint.isEmpty() ? QString() : QStringLiteral(" ")) +
                      QStringLiteral("`podiumctl ssh-config forget-key %1`").arg(error.subject);
    }
    return error;
}

void printReasons(const std::vector<WorkerError> &errors, const RunPrinter::NameOf &nameOf)
{
    std::vector<Reason> reasons;
    for (const WorkerError &each : errors) {
        const Error &error = each.error;
        const QString sentence = without(error.summary, each.worker);
        auto found = std::find_if(reasons.begin(), reasons.end(), [&](const Reason &reason) {
            return reason.sentence == sentence && reason.first->kind == error.kind;
        });
        if (found == reasons.end()) {
            found = reasons.insert(reasons.end(), {sentence, &error, {}, true});
        }
        found->workers.push_back(each.worker);
        found->isDetailShared = found->isDetailShared && found->first->detail == error.detail;
    }
    for (const Reason &reason : reasons) {
        printNote(told(reason, nameOf));
    }
}

void printReasons(const run::RunState &state, const RunPrinter::NameOf &nameOf)
{
    std::vector<WorkerError> errors;
    for (const run::WorkerState &worker : state.workers()) {
        if (const Error *error = worker.ending ? run::endingError(*worker.ending) : nullptr) {
            errors.push_back({worker.worker, *error});
        }
    }
    printReasons(errors, nameOf);
}

} // namespace podium::ctl
