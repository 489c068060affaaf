// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSocketNotifier>

#include <memory>

namespace podium::ctl {

/// Tells of a reader of stdout that has gone, as behind `head`, also while nothing is printed: what
/// goes on by itself has nobody then whom it could tell. Terminals are left to SIGHUP.
class OutputWatch final : public QObject
{
    Q_OBJECT

public:
    explicit OutputWatch(QObject *parent = nullptr);

signals:
    /// It was said that the output is lost, see hasLostOutput(). Once.
    void lost();

private:
    void look();

    std::unique_ptr<QSocketNotifier> m_notifier; ///< null: a terminal
};

} // namespace podium::ctl
