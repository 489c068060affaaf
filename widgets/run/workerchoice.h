// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace podium::ui {

/// One of some workers; the first as long as nobody chose another.
class WorkerChoice final : public QComboBox
{
    Q_OBJECT

public:
    explicit WorkerChoice(QWidget *parent = nullptr);

    /// The one that was chosen stays where it is among them.
    void setWorkers(const std::vector<WorkerRef> &workers);
    /// The first where it is none of them.
    void choose(const std::optional<WorkerRef> &worker);
    /// Nothing where there are none.
    [[nodiscard]] std::optional<WorkerRef> chosen() const;

private:
    std::vector<WorkerRef> m_workers; ///< in the order of the items
};

} // namespace podium::ui
