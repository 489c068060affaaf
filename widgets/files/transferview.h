// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/files/transferstate.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QTreeView;

namespace podium::ui {

/// How a copy or fetch stands: a line and a bar for all, a row for each worker, and what is to be
/// seen one by one.
class TransferView final : public QWidget
{
    Q_OBJECT

public:
    /// `state` must outlive it.
    explicit TransferView(models::TransferState &state, QWidget *parent = nullptr);

private:
    void showState();
    void showProgress();

    models::TransferState &m_state;
    QLabel *m_summary = nullptr;
    QProgressBar *m_bar = nullptr;
    QTreeView *m_workers = nullptr;
    QTreeView *m_items = nullptr;
};

} // namespace podium::ui
