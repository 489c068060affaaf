// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/run/page/outputcopier.h"
#include "widgets/run/page/outputopener.h"
#include "widgets/run/page/runsaver.h"

#include <QObject>

namespace podium::ui {

/// What takes a run's output out of its window: the clipboard, files, the desktop's editor.
class RunExports final : public QObject
{
    Q_OBJECT

public:
    /// `model` must outlive it.
    explicit RunExports(const models::RunModel &model, QObject *parent = nullptr);

    [[nodiscard]] RunSaver &saver() { return m_saver; }
    void copy(const QVector<int> &slotNumbers) { m_copier.copy(slotNumbers); }
    void openInEditor(int slot);

signals:
    void saved(const QString &folder);
    void copied(int workers);
    void failed(const podium::Error &error);

private:
    RunSaver m_saver;
    OutputCopier m_copier;
    OutputOpener m_opener;
};

} // namespace podium::ui
