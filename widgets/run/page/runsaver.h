// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/run/runengine.h"

#include <QObject>
#include <QString>

class QWidget;

namespace podium::ui {

/// Keeps a run as files: asks where, writes in the background.
class RunSaver final : public QObject
{
    Q_OBJECT

public:
    /// `run` must outlive it.
    explicit RunSaver(const run::Run &run, QObject *parent = nullptr);

    /// Asks for a folder, without holding up anything else.
    void askWhere(QWidget &parent);
    /// Writes everything into a new folder under `parent`, named after the time of the run.
    void saveTo(const QString &parent);

signals:
    void saved(const QString &folder);
    void failed(const podium::Error &error);

private:
    const run::Run &m_run;
};

} // namespace podium::ui
