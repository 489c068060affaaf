// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QProcess>

namespace podium::app {

/// Signs in by gcloud, which opens the browser and waits for the person; one sign-in at a time.
/// gcloud and all that it has started end with this object, which does not wait for that.
class GcloudLogin final : public QObject
{
    Q_OBJECT

public:
    /// `program`: gcloud, or what stands for it.
    explicit GcloudLogin(QString program = QStringLiteral("gcloud"), QObject *parent = nullptr);
    ~GcloudLogin() override;

    void start();
    void cancel();

signals:
    /// It waits for the person. `link`: what to open in a browser, for who sees none; empty: not
    /// known yet.
    void waiting(const QString &link);
    void over(); ///< in whatever way; before the others
    void signedIn();
    void failed(const podium::Error &error);

private:
    /// In a process group of its own, which ends as a whole.
    class Process final : public QProcess
    {
    protected:
        void setupChildProcess() override;
    };

    void read();
    void endGroup(int signal);
    void ended(int exitCode, QProcess::ExitStatus status);

    QString m_program;
    Process *m_process;
    qint64 m_group = 0; ///< 0: none
    QByteArray m_said;
    bool m_isCancelled = false;
};

} // namespace podium::app
