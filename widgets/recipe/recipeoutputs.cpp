// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipeoutputs.h"

#include "widgets/common/theme.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"

#include <algorithm>
#include <utility>

namespace podium::ui {

RecipeOutputs::RecipeOutputs(QWidget *parent) : QStackedWidget(parent)
{
    // What it would like besides is the panes', and these scroll.
    setMinimumHeight(Grid * 18);
}

// A view looks at its run, so the views go before the runs.
RecipeOutputs::~RecipeOutputs()
{
    for (const Kept &kept : m_kept) {
        delete kept.view;
    }
}

RunView &RecipeOutputs::add(const std::shared_ptr<run::Run> &run, const Clock &clock)
{
    auto *view = new RunView(*run, clock);
    view->hideControls();
    connect(view, &RunView::leftUpwards, this, &RecipeOutputs::leftUpwards);
    addWidget(view);
    setCurrentWidget(view);
    m_kept.push_back({run, view});
    m_shown << m_kept.back().id();
    m_view = nullptr;
    dropOld();
    return *view;
}

void RecipeOutputs::dropOld()
{
    while (m_kept.size() > std::size_t(RunTabs::MostKept)) {
        const auto old = std::find_if(
            m_kept.begin(), m_kept.end(), [](const Kept &kept) { return kept.run->isFinished(); });
        if (old == m_kept.end()) {
            return;
        }
        m_shown.removeAll(old->id());
        delete old->view;
        m_kept.erase(old);
    }
}

void RecipeOutputs::clearShown()
{
    m_shown.clear();
    m_view = nullptr;
}

bool RecipeOutputs::showRun(const QString &id)
{
    clearShown();
    const auto found = std::find_if(
        m_kept.begin(), m_kept.end(), [&id](const Kept &kept) { return kept.id() == id; });
    if (found == m_kept.end()) {
        return false;
    }
    m_shown << id;
    setCurrentWidget(found->view);
    return true;
}

bool RecipeOutputs::showWorker(const WorkerRef &worker)
{
    const auto shows = [this, &worker](const Kept &kept) {
        const std::vector<WorkerRef> &all = kept.run->spec().workers;
        return m_shown.contains(kept.id()) &&
               std::find(all.begin(), all.end(), worker) != all.end();
    };
    const auto last = std::find_if(m_kept.rbegin(), m_kept.rend(), shows);
    if (last == m_kept.rend()) {
        return false;
    }
    // Once: the person may look at another one since.
    if (std::exchange(m_view, last->view) != last->view || m_worker != worker) {
        m_worker = worker;
        setCurrentWidget(last->view);
        last->view->showWorker(worker);
    }
    return true;
}

} // namespace podium::ui
