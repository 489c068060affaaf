// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/load/workerload.h"

#include <QScrollArea>
#include <QStringList>

class QLabel;

namespace podium::ui {

class LoadChart;

/// One worker large: what somebody should look after, its last hour, and the rest in words.
class LoadDetail final : public QScrollArea
{
    Q_OBJECT

public:
    explicit LoadDetail(QWidget *parent = nullptr);

    void showWorker(const tpu::WorkerLoad &worker, const QStringList &warnings, qint64 nowMs);
    /// A node instead; `words`: what is said of it.
    void showNode(const QString &name, const QString &words);
    void clear();

private:
    QLabel *m_title = nullptr;
    QLabel *m_warnings = nullptr;
    QLabel *m_facts = nullptr;
    LoadChart *m_chart = nullptr;
};

/// Load, memory, disks and chips as lines; first how old they are, where they are not of now.
/// `nowMs`: of the history's clock. Pure.
[[nodiscard]] QStringList loadFacts(const tpu::WorkerLoad &worker, qint64 nowMs);

} // namespace podium::ui
