// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/run/runprinter.h"

#include "app/podiumctl/run/reasons.h"
#include "app/podiumctl/terminal.h"

#include <array>
#include <utility>

namespace podium::ctl {

namespace {

QStringList labelsOf(const run::Run &run, const RunPrinter::NameOf &nameOf)
{
    QStringList labels;
    for (const WorkerRef &worker : run.spec().workers) {
        labels << nameOf({worker});
    }
    return labels;
}

} // namespace

RunPrinter::RunPrinter(const run::Run &run, NameOf nameOf)
    : m_run(run)
    , m_nameOf(std::move(nameOf))
    , m_labels(labelsOf(run, m_nameOf))
{}

void RunPrinter::follow(QObject *context)
{
    QObject::connect(
        &m_run, &run::Run::outputArrived, context,
        [this](int slot, ssh::OutputStream stream, const QByteArray &bytes) {
            output(slot, stream, bytes);
        });
    QObject::connect(&m_run, &run::Run::workerEnded, context, [this](int slot) { ended(slot); });
}

double RunPrinter::seconds(int slot) const
{
    const run::WorkerState &state = worker(slot);
    return state.startedMs < 0 || state.endedMs < 0 ? 0
                                                    : double(state.elapsedMs(state.endedMs)) / 1000;
}

void RunPrinter::detach()
{
    flushOutput();
}

void RunPrinter::printReasonsAndSummary() const
{
    printReasons(m_run.state(), m_nameOf);
    if (m_labels.size() > 1) {
        printNote(summaryText(m_run.state().summary()));
    }
}

QString summaryText(const run::RunSummary &summary)
{
    QStringList parts;
    const std::array<std::pair<int, const char *>, 6> numbers{
        {{summary.ok, "ok"},
         {summary.failed, "failed"},
         {summary.unreachable, "unreachable"},
         {summary.stopped, "stopped"},
         {summary.running, "running"},
         {summary.waiting, "waiting"}}};
    for (const auto &[number, word] : numbers) {
        if (number > 0) {
            parts << QStringLiteral("%1 %2").arg(number).arg(QLatin1String(word));
        }
    }
    return parts.isEmpty() ? QStringLiteral("no workers") : parts.join(QStringLiteral(", "));
}

} // namespace podium::ctl
