// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>
#include <vector>

class QSocketNotifier;

namespace podium::app {

/// Turns SIGINT, SIGTERM, SIGHUP and what else is wished for into Qt signals. SIGHUP and SIGINT
/// stay ignored where the program was started so, as by nohup, or by a script's `&`. One instance
/// at a time.
class Interrupts final : public QObject
{
    Q_OBJECT

public:
    explicit Interrupts(const std::vector<int> &others = {}, QObject *parent = nullptr);
    ~Interrupts() override;

signals:
    void interrupted();
    void heard(int signal); ///< one of `others`, SIGHUP too where it is among them

private:
    void read();

    const std::vector<int> m_others;
    std::vector<int> m_signals; ///< all that are handled
    std::unique_ptr<QSocketNotifier> m_notifier;
};

/// Waits until the person has typed a line (in a RawTerminal: a key) on the terminal that stdin is,
/// or has closed it; false: SIGINT or SIGTERM came before. Blocks, and the event loop with it.
[[nodiscard]] bool awaitTypedLine();
/// Whether it returned false the last time.
[[nodiscard]] bool wasQuestionInterrupted();

} // namespace podium::app
