// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>
#include <vector>

class QSocketNotifier;

namespace podium::ctl {

/// Turns SIGINT, SIGTERM and what else is wished for into Qt signals. One instance at a time.
class Interrupts final : public QObject
{
    Q_OBJECT

public:
    explicit Interrupts(const std::vector<int> &others = {}, QObject *parent = nullptr);
    ~Interrupts() override;

signals:
    void interrupted();
    void heard(int signal); ///< one of the others

private:
    void read();

    std::vector<int> m_signals;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace podium::ctl
