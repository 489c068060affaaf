// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/credentials/credentials.h"

#include <QProcess>
#include <QTimer>

namespace podium::cloud {

/// What gcloud says of its own login.
struct GcloudAnswer
{
    AccessToken token;
    QString account;
    QString project;
};

/// The output of `gcloud config config-helper --format=json`.
[[nodiscard]] Result<GcloudAnswer> parseConfigHelper(const QByteArray &json);

/// One run of gcloud config config-helper, without a shell and within a time limit.
class GcloudHelper final : public QObject
{
    Q_OBJECT

public:
    GcloudHelper(
        QString program, const QProcessEnvironment &environment, std::chrono::milliseconds limit,
        QObject *parent);
    ~GcloudHelper() override;

    /// `force`: a new token even if gcloud thinks that the old one is good.
    void start(bool force);

signals:
    /// Once.
    void finished(const podium::Result<podium::cloud::GcloudAnswer> &answer);

private:
    void collect();
    void ended(int exitCode, QProcess::ExitStatus status);
    void finish(const Result<GcloudAnswer> &answer);

    QString m_program;
    std::chrono::milliseconds m_limit;
    QProcess *m_process; ///< owned; may outlive this while it dies
    QTimer m_timer;
    QByteArray m_output;
    QByteArray m_messages;
    bool m_finished = false;
};

} // namespace podium::cloud
