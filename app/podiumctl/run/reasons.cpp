// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/reasons.h"

#include "app/podiumctl/terminal.h"

#include <algorithm>

namespace podium::ctl {

namespace {

const Error *endingError(const run::WorkerState &worker)
{
    if (!worker.ending) {
        return nullptr;
    }
    if (const auto *refused = std::get_if<ssh::Refused>(&*worker.ending)) {
        return &refused->error;
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&*worker.ending)) {
        return &unreachable->error;
    }
    const auto *lost = std::get_if<ssh::Lost>(&*worker.ending);
    return lost ? &lost->error : nullptr;
}

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

QStringList sharedReasons(const std::vector<WorkerError> &errors, const RunPrinter::NameOf &nameOf)
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
    QStringList texts;
    for (const Reason &reason : reasons) {
        texts << told(reason, nameOf);
    }
    return texts;
}

QStringList sharedReasons(const run::RunState &state, const RunPrinter::NameOf &nameOf)
{
    std::vector<WorkerError> errors;
    for (const run::WorkerState &worker : state.workers()) {
        if (const Error *error = endingError(worker)) {
            errors.push_back({worker.worker, *error});
        }
    }
    return sharedReasons(errors, nameOf);
}

void printReasons(const run::RunState &state, const RunPrinter::NameOf &nameOf)
{
    for (const QString &reason : sharedReasons(state, nameOf)) {
        printNote(reason);
    }
}

} // namespace podium::ctl
