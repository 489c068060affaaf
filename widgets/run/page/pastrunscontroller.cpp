// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/pastrunscontroller.h"

#include "core/inventory/targets.h"
#include "core/models/run/pastrunsmodel.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/detached/detachedcontroller.h"
#include "widgets/run/page/runform.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/past/pastrunspanel.h"

#include <QToolButton>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

/// What the workers keep of it; null: nothing that can be read.
const run::DetachedRun *keptRun(DetachedController *detached, const QString &id)
{
    if (!detached) {
        return nullptr;
    }
    const auto &runs = detached->runs().runs();
    const auto found = std::find_if(runs.begin(), runs.end(), [&id](const run::DetachedRun &run) {
        return run.id == id && run.state.has_value();
    });
    return found == runs.end() ? nullptr : &*found;
}

} // namespace

PastRunsController::PastRunsController(models::PastRunsModel &model, Parts parts)
    : QObject(&parts.page)
    , m_model(model)
    , m_parts(std::move(parts))
    , m_panel(
          new PastRunsPanel(model, [this](const store::PastRun &run) { return hasOutputOf(run); }))
    , m_button(new QToolButton)
{
    m_button->setText(tr("Past runs"));
    m_button->setAccessibleName(tr("Past runs"));
    m_button->setToolTip(tr("What was run, how it ended, and to run it again"));
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_parts.form.addButton(m_button);
    m_panel->hide();
    connectAll();
}

void PastRunsController::connectAll()
{
    connect(m_button, &QToolButton::toggled, m_panel, &QWidget::setVisible);
    // One list at a time: the panes need the room.
    connect(m_button, &QToolButton::toggled, &m_parts.form, [this](bool shown) {
        if (shown) {
            m_parts.form.showBackgroundRuns(false);
        }
    });
    connect(&m_parts.form, &RunForm::backgroundRunsToggled, this, [this](bool shown) {
        if (shown) {
            m_button->setChecked(false);
        }
    });
    connect(m_panel, &PastRunsPanel::closeRequested, this, [this] {
        m_button->setChecked(false);
        m_button->setFocus(Qt::OtherFocusReason);
    });
    connect(m_panel, &PastRunsPanel::openRequested, this, &PastRunsController::open);
    connect(m_panel, &PastRunsPanel::againRequested, this, &PastRunsController::runAgain);
    connect(m_panel, &PastRunsPanel::fillRequested, this, &PastRunsController::fill);
}

void PastRunsController::show(const QString &id)
{
    m_button->setChecked(true);
    if (!id.isEmpty()) {
        m_panel->select(id);
    }
    m_panel->focusList();
}

bool PastRunsController::openRecipe(const QString &id)
{
    const int row = m_model.rowOf(id);
    if (row < 0 || m_model.at(row).recipe.isEmpty()) {
        return false;
    }
    m_button->setChecked(false);
    emit m_parts.page.pastRecipeRequested(m_model.at(row));
    return true;
}

bool PastRunsController::hasOutputOf(const store::PastRun &run) const
{
    return m_parts.tabs.hasRun(run.id) || keptRun(m_parts.detached(), run.id) ||
           !run.verdicts.empty();
}

void PastRunsController::open(const store::PastRun &run)
{
    if (openRecipe(run.id)) {
        return;
    }
    m_button->setChecked(false);
    if (m_parts.tabs.showRun(run.id)) {
        return;
    }
    DetachedController *detached = m_parts.detached();
    if (const auto *kept = keptRun(detached, run.id)) {
        detached->open(*kept, true);
    }
}

void PastRunsController::runAgain(const store::PastRun &run)
{
    m_parts.notice.clear();
    const auto workers = inventory::resolveTargets(m_parts.inventory.snapshot(), run.targets);
    if (!workers) {
        m_parts.notice.showError(workers.error());
        return;
    }
    m_button->setChecked(false);
    run::RunSpec spec = store::specOf(run, *workers);
    DetachedController *detached = m_parts.detached();
    if (run.isDetached && detached) {
        detached->start(spec);
    } else {
        m_parts.page.run(std::move(spec));
    }
}

void PastRunsController::fill(const store::PastRun &run)
{
    if (openRecipe(run.id)) {
        return;
    }
    m_button->setChecked(false);
    m_parts.form.fillIn(run.targets, QString::fromUtf8(run.command), run.options, run.isDetached);
    if (run.hadInput || run.hadEnvironment) {
        m_parts.notice.showNotice(
            models::Mark::Warning,
            tr("The environment and the stdin of a run are never kept: add them under Options "
               "before you run it."));
    }
    m_parts.form.focusCommand();
}

} // namespace podium::ui
