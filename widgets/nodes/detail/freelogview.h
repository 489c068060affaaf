// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tpu/tpusession.h"

#include <QWidget>

#include <vector>

class QPlainTextEdit;

namespace podium::ui {

/// What was done on each worker while its TPU was freed; hidden before.
class FreeLogView final : public QWidget
{
    Q_OBJECT

public:
    explicit FreeLogView(QWidget *parent = nullptr);

    void showOf(const std::vector<tpu::WorkerTpu> &workers);

private:
    QPlainTextEdit *m_text = nullptr;
};

} // namespace podium::ui
