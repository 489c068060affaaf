// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace podium::ctl {

/// How a run is told on stdout.
class RunPrinter
{
public:
    /// The shortest words for some workers, e.g. "pod-v4:0-6".
    using NameOf = std::function<QString(const std::vector<WorkerRef> &)>;

    RunPrinter(const run::Run &run, NameOf nameOf);
    virtual ~RunPrinter() = default;
    RunPrinter(const RunPrinter &) = delete;
    RunPrinter &operator=(const RunPrinter &) = delete;

    /// From now on gets the run's output, and which workers have ended; as long as `context` lives,
    /// which has this.
    void follow(QObject *context);

    virtual void started() {}
    /// It goes there by another way than usual, or not all of the person's ssh config is followed.
    virtual void routeChosen(int) {}
    /// It cannot end the command by itself when it is cut off, though the run asks for it.
    virtual void unguarded(int) {}
    virtual void output(int slot, ssh::OutputStream stream, const QByteArray &bytes) = 0;
    virtual void ended(int slot) = 0;
    virtual void finished() = 0;
    /// Instead of that: nobody reads on, and the workers go on.
    virtual void detach();

protected:
    [[nodiscard]] const run::WorkerState &worker(int slot) const
    {
        return m_run.state().workers()[size_t(slot)];
    }
    [[nodiscard]] const QString &label(int slot) const { return m_labels[slot]; }
    [[nodiscard]] double seconds(int slot) const;
    /// To stderr, why workers were not reached, refused or lost; then how many did what.
    void printReasonsAndSummary() const;

    const run::Run &m_run;
    const NameOf m_nameOf;
    const QStringList m_labels; ///< the panes' names, in the order of the slots
};

/// Each line as it comes, behind its worker's label; one worker alone needs no label. To a
/// terminal, colours pass and other control sequences are left out; into a file or a pipe the bytes
/// go as they are.
[[nodiscard]] std::unique_ptr<RunPrinter>
makePrefixPrinter(const run::Run &run, RunPrinter::NameOf nameOf);
enum class FoldStyle {
    Whole,       ///< each group's text, the odd ones first
    Differences, ///< the text that most have, then what the others have and lack of it
};
/// At the end: workers with the same output and ending share one copy of it.
[[nodiscard]] std::unique_ptr<RunPrinter>
makeFoldPrinter(const run::Run &run, RunPrinter::NameOf nameOf, FoldStyle style);
/// Events as JSON lines.
[[nodiscard]] std::unique_ptr<RunPrinter>
makeJsonPrinter(const run::Run &run, RunPrinter::NameOf nameOf);

/// The id of a run that was left on its workers, who would not take it, and why.
[[nodiscard]] std::unique_ptr<RunPrinter>
makeDetachPrinter(const run::Run &run, RunPrinter::NameOf nameOf, const QString &id);

/// "6 ok, 1 failed, 1 unreachable" without the zeros.
[[nodiscard]] QString summaryText(const run::RunSummary &summary);

} // namespace podium::ctl
