// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/run/output/textfolder.h"
#include "core/run/runengine.h"

#include <QObject>

#include <memory>

namespace podium::ui {

/// Shows a worker's output in the editor that the desktop has for plain text: a copy, written in
/// the background, that goes with this object.
class OutputOpener final : public QObject
{
    Q_OBJECT

public:
    /// `run` must outlive it. The copies go into a folder of their own beside what the run has on
    /// disk.
    explicit OutputOpener(const run::Run &run, QObject *parent = nullptr);
    ~OutputOpener() override;

    /// All of this worker's output as it is now.
    void open(int slot);

signals:
    void failed(const podium::Error &error);

private:
    void show(const QString &path);

    const run::Run &m_run;
    std::shared_ptr<run::TextFolder> m_folder;
};

} // namespace podium::ui
