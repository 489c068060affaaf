// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/workerchoice.h"

#include "core/models/run/workerlabels.h"

#include <algorithm>

namespace podium::ui {

WorkerChoice::WorkerChoice(QWidget *parent) : QComboBox(parent) {}

void WorkerChoice::setWorkers(const std::vector<WorkerRef> &workers)
{
    if (workers == m_workers) {
        return;
    }
    const std::optional<WorkerRef> before = chosen();
    m_workers = workers;
    clear();
    addItems(models::workerLabels(m_workers));
    choose(before);
}

void WorkerChoice::choose(const std::optional<WorkerRef> &worker)
{
    const auto found = std::find(m_workers.begin(), m_workers.end(), worker);
    const int place = found == m_workers.end() ? 0 : int(found - m_workers.begin());
    setCurrentIndex(m_workers.empty() ? -1 : place);
}

std::optional<WorkerRef> WorkerChoice::chosen() const
{
    const int place = currentIndex();
    return place < 0 ? std::nullopt : std::optional(m_workers[std::size_t(place)]);
}

} // namespace podium::ui
