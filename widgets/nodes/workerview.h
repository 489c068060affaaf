// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

namespace podium::ui {

/// The workers of a node as a table; a click on an address or a key copies it.
class WorkerView final : public QTableView
{
    Q_OBJECT

public:
    explicit WorkerView(QWidget *parent = nullptr);
    void setModel(QAbstractItemModel *model) override;
};

} // namespace podium::ui
