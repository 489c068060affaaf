// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTimer>

namespace podium::app {

/// A podium-sim of this window's own. It ends with its standard input, so with this process,
/// however that ends.
class DemoCloud final : public QObject
{
    Q_OBJECT

public:
    /// `program`: the path of podium-sim.
    explicit DemoCloud(QString program, QObject *parent = nullptr);
    ~DemoCloud() override;

    void start();
    /// Asks it to end; stopped() follows, at once where it does not run.
    void stop();

signals:
    /// What to put into the environment so that everything talks to this cloud.
    void ready(const QProcessEnvironment &variables);
    /// It did not start, or ended by itself.
    void failed(const podium::Error &error);
    void stopped();

private:
    void readReadyLine();
    void ended();
    void fail(const QString &detail);

    QString m_program;
    QProcess m_process;
    QTimer m_limit;
    bool m_ready = false;
    bool m_stopping = false;
};

/// Where podium-sim is: beside this program, or in the path; empty: nowhere.
[[nodiscard]] QString findSimulator();

/// `powerAndNetwork` without anything that leads to a real cloud, account or agent, with `home` as
/// the home and the demo's own variables.
[[nodiscard]] QProcessEnvironment demoEnvironment(
    const QProcessEnvironment &powerAndNetwork, const QProcessEnvironment &variables,
    const QString &home);

} // namespace podium::app
