// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/detached/detachedruns.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace podium::ui {

/// The Run page's dealings with runs that go on without it: starts them, reads on, keeps how far
/// they were read, ends them.
class DetachedController final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it.
    DetachedController(
        ssh::Transport &transport, run::Run::EndpointOf endpointOf, const Clock &clock,
        const QString &folder, QObject *parent = nullptr);

    [[nodiscard]] run::DetachedRuns &runs() { return m_runs; }
    /// Remembers it, then asks for it to be started; failed() where it asks for what only a run
    /// that stays with Podium can have.
    void start(const run::RunSpec &wanted);
    /// Asks for a run that reads on, or from the start.
    void open(const run::DetachedRun &detached, bool fromStart);
    /// The same again on some workers; Refused for one that was not started here.
    [[nodiscard]] Result<run::RunSpec>
    again(const run::RunSpec &before, const std::vector<WorkerRef> &workers) const;
    /// As the person asked for it, with its id, while a view of it is open; nothing where it was
    /// not started here.
    [[nodiscard]] std::optional<run::RunSpec> askedFor(const run::Run &run) const;
    /// Of a run that was asked for here, before it starts: follows how far it is read.
    void follow(run::Run &run);
    void end(const run::Run &run, bool isKill);
    /// Keeps how far it was read; `done` when the workers know, or cannot. Nothing for other runs.
    void keepMarks(const run::Run &run, std::function<void()> done = {});
    /// Lets them go on without us, each once nothing of it is on its way to a worker; who waits for
    /// a turn is left out. `done` when all their workers know how far was read, or cannot.
    void leave(const std::vector<run::Run *> &runs, const std::function<void()> &done);

signals:
    void startRequested(const podium::run::RunSpec &spec);
    void failed(const podium::Error &error);

private:
    const Clock &m_clock;
    run::DetachedRuns m_runs;
    /// By id: as the person wanted it, for as long as a view of it is open.
    QHash<QString, run::RunSpec> m_wanted;
    QHash<QString, int> m_views;                              ///< by id: how many are open
    QHash<QString, std::vector<run::ReadMark>> m_readFrom;    ///< by id: of what is being opened
    QHash<QString, std::shared_ptr<run::LaunchHold>> m_holds; ///< by id: of what begins
};

} // namespace podium::ui
