// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/runterminals.h"

#include <QElapsedTimer>

#include <algorithm>
#include <deque>

namespace podium::run {

namespace {

constexpr int FrameMs = 16;
constexpr qint64 BudgetMs = 6; ///< of a frame
constexpr int PieceBytes = 16 * 1024;
constexpr char CancelSequence = '\x18'; ///< ends whatever sequence is under way

} // namespace

RunTerminals::RunTerminals(Run &run, QObject *parent)
    : QObject(parent)
    , m_run(run)
    , m_waiting(int(run.spec().workers.size()))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RunTerminals::show);
    connect(&run, &Run::outputArrived, this, &RunTerminals::onOutput);
    connect(&run, &Run::statesChanged, this, &RunTerminals::checkReceivers);
}

RunTerminals::~RunTerminals() = default;

const TerminalScreen *RunTerminals::screen(int slot) const
{
    const auto found = m_terminals.find(slot);
    return found == m_terminals.end() ? nullptr : &found->second->screen;
}

RunTerminals::Terminal &RunTerminals::terminal(int slot)
{
    auto &made = m_terminals[slot];
    if (!made) {
        made = std::make_unique<Terminal>(size(slot));
    }
    return *made;
}

ssh::TerminalSize RunTerminals::size(int slot) const
{
    return TerminalScreen::bounded(
        m_sizes.value(slot, m_run.spec().terminal.value_or(ssh::TerminalSize())));
}

void RunTerminals::resize(int slot, ssh::TerminalSize wanted)
{
    const ssh::TerminalSize size = TerminalScreen::bounded(wanted);
    m_sizes.insert(slot, size);
    if (const auto found = m_terminals.find(slot); found != m_terminals.end()) {
        found->second->screen.resize(size);
    }
    m_run.resizeTerminal(slot, size);
}

void RunTerminals::onOutput(int slot, ssh::OutputStream, const QByteArray &bytes)
{
    QByteArray &waiting = terminal(slot).waiting;
    waiting += bytes;
    if (waiting.size() > MostWaiting) {
        // From a line's beginning on; a sequence that was cut must not swallow it.
        const int from = waiting.size() - MostWaiting / 2;
        const int lineEnd = waiting.indexOf('\n', from);
        waiting = CancelSequence + waiting.mid(lineEnd < 0 ? from : lineEnd + 1);
    }
    m_waiting.add(slot);
    if (!m_timer.isActive()) {
        m_timer.start(0);
    }
}

/// A piece of each in turn, until the time is used up; who had no turn is the first next time.
void RunTerminals::show()
{
    QElapsedTimer elapsed;
    elapsed.start();
    std::deque<int> queue;
    for (const int slot : m_waiting.take()) {
        queue.push_back(slot);
    }
    SlotSet shown(int(m_run.spec().workers.size()));
    while (!queue.empty() && elapsed.elapsed() < BudgetMs) {
        const int slot = queue.front();
        queue.pop_front();
        Terminal &pane = terminal(slot);
        const QByteArray piece = pane.waiting.left(PieceBytes);
        pane.waiting.remove(0, piece.size());
        send(slot, pane.screen.feed(piece));
        shown.add(slot);
        if (!pane.waiting.isEmpty()) {
            queue.push_back(slot);
        }
    }
    for (const int slot : queue) {
        m_waiting.add(slot);
    }
    if (!queue.empty()) {
        m_timer.start(FrameMs);
    }
    emit screensChanged(shown.take());
}

void RunTerminals::send(int slot, const QByteArray &bytes)
{
    if (!bytes.isEmpty()) {
        // A worker that has taken nothing for a megabyte of typing takes no more of it.
        [[maybe_unused]] const bool taken = m_run.type(slot, bytes);
    }
}

QVector<int> RunTerminals::receivers() const
{
    QVector<int> running;
    for (const int slot : m_receivers) {
        if (m_run.takesTyping(slot)) {
            running.append(slot);
        }
    }
    return running;
}

QVector<int> RunTerminals::targetsOf(int slot) const
{
    return m_receivers.isEmpty() ? QVector<int>{slot} : receivers();
}

void RunTerminals::press(int slot, const TerminalKey &key)
{
    for (const int target : targetsOf(slot)) {
        send(target, terminal(target).screen.press(key));
    }
}

void RunTerminals::paste(int slot, const QString &text)
{
    for (const int target : targetsOf(slot)) {
        send(target, terminal(target).screen.paste(text));
    }
}

bool RunTerminals::runsWhenPasted(int slot, const QString &text) const
{
    if (!text.contains(QLatin1Char('\n')) && !text.contains(QLatin1Char('\r'))) {
        return false;
    }
    const QVector<int> targets = targetsOf(slot);
    return std::any_of(targets.begin(), targets.end(), [this](int target) {
        const TerminalScreen *pane = screen(target);
        return !pane || !pane->bracketsPaste();
    });
}

void RunTerminals::setReceivers(const QVector<int> &slotNumbers)
{
    m_receivers = slotNumbers;
    checkReceivers();
}

void RunTerminals::checkReceivers()
{
    if (!m_receivers.isEmpty() && receivers().isEmpty()) {
        m_receivers.clear();
        emit receiversEnded();
    }
}

} // namespace podium::run
