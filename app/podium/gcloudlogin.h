// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QProcess>

namespace podium::app {

/// Signs in by gcloud, which opens the browser; one sign-in at a time.
class GcloudLogin final : public QObject
{
    Q_OBJECT

public:
    explicit GcloudLogin(QObject *parent = nullptr);
    void start();

signals:
    void signedIn();
    void failed(const podium::Error &error);

private:
    void ended(int exitCode, QProcess::ExitStatus status);

    QProcess m_process;
};

} // namespace podium::app
