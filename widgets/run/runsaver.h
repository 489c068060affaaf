// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/models/run/runmodel.h"

#include <QObject>
#include <QString>
#include <QVector>

class QWidget;

namespace podium::ui {

/// The output of these workers as one text, each line after its worker's name.
[[nodiscard]] QString
labelledOutput(const models::RunModel &model, const QVector<int> &slotNumbers);

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
