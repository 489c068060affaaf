// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runengine.h"
#include "core/run/slotset.h"
#include "core/run/terminal/terminalscreen.h"

#include <QHash>
#include <QObject>
#include <QTimer>
#include <QVector>

#include <memory>
#include <unordered_map>

namespace podium::run {

/// The terminals of a run whose spec wishes for them, and who gets what is typed. A worker's is
/// made when it is first needed. Lives on the run's thread and takes little of it at a time: of
/// output that comes faster than it can be shown, what would have scrolled away is passed over.
class RunTerminals final : public QObject
{
    Q_OBJECT

public:
    /// So much output of a worker may wait; more has long left the lines that are kept.
    static constexpr int MostWaiting = 1024 * 1024;

    /// The run must outlive it, and not have been started.
    explicit RunTerminals(Run &run, QObject *parent = nullptr);
    ~RunTerminals() override;

    /// Null: nothing has come yet, and nothing was typed.
    [[nodiscard]] const TerminalScreen *screen(int slot) const;
    [[nodiscard]] bool takesTyping(int slot) const { return m_run.takesTyping(slot); }
    [[nodiscard]] ssh::TerminalSize size(int slot) const;
    /// Screen and worker get the size that a screen can have.
    void resize(int slot, ssh::TerminalSize wanted);

    /// Keys that are pressed in the terminal of `slot`: for its worker, or for all receivers.
    void press(int slot, const TerminalKey &key);
    void paste(int slot, const QString &text);
    /// Who gets what is typed in the terminal of `slot`.
    [[nodiscard]] QVector<int> targetsOf(int slot) const;
    /// The text has line ends, and some of those take it as if typed: its lines run as they come.
    [[nodiscard]] bool runsWhenPasted(int slot, const QString &text) const;

    /// From now on what is typed in any terminal goes to all of these that run; none: each its own.
    void setReceivers(const QVector<int> &slotNumbers);
    /// Those that run.
    [[nodiscard]] QVector<int> receivers() const;

signals:
    void screensChanged(const QVector<int> &slotNumbers);
    /// Nobody receives what is typed elsewhere any more: the last one has ended.
    void receiversEnded();

private:
    struct Terminal
    {
        explicit Terminal(ssh::TerminalSize size) : screen(size) {}
        TerminalScreen screen;
        QByteArray waiting;
    };
    void onOutput(int slot, ssh::OutputStream stream, const QByteArray &bytes);
    void show();
    [[nodiscard]] Terminal &terminal(int slot);
    void send(int slot, const QByteArray &bytes);
    void checkReceivers();

    Run &m_run;
    std::unordered_map<int, std::unique_ptr<Terminal>> m_terminals;
    QHash<int, ssh::TerminalSize> m_sizes; ///< of those that are not made yet
    QVector<int> m_receivers;
    SlotSet m_waiting;
    QTimer m_timer;
};

} // namespace podium::run
