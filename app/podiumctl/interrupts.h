// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace podium::ctl {

/// Turns SIGINT and SIGTERM into a Qt signal. One instance at a time.
class Interrupts final : public QObject
{
    Q_OBJECT

public:
    explicit Interrupts(QObject *parent = nullptr);
    ~Interrupts() override;

signals:
    void interrupted();

private:
    void read();
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace podium::ctl
