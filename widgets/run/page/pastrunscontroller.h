// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/store/pastrun.h"

#include <QObject>

#include <functional>

class QToolButton;

namespace podium::models {
class PastRunsModel;
}

namespace podium::ui {

class DetachedController;
class NoticeBar;
class PastRunsPanel;
class RunForm;
class RunPage;
class RunTabs;

/// The Run page's past runs: a button that shows them, and what is done with one.
class PastRunsController final : public QObject
{
    Q_OBJECT

public:
    /// What of the page it works with.
    struct Parts
    {
        RunPage &page;
        RunForm &form;
        RunTabs &tabs;
        NoticeBar &notice;
        const inventory::Inventory &inventory;
        std::function<DetachedController *()> detached; ///< null: none can run in the background
    };
    /// Belongs to the page, as button and panel do. The model must outlive it.
    PastRunsController(models::PastRunsModel &model, Parts parts);

    [[nodiscard]] PastRunsPanel &panel() { return *m_panel; }
    /// Shows them, this one selected where it is not empty.
    void show(const QString &id = {});
    /// Whether it is a recipe, which has a page of its own.
    bool openRecipe(const QString &id);

private:
    void connectAll();
    /// In a tab, or as the workers keep it; of a recipe its verdicts.
    [[nodiscard]] bool hasOutputOf(const store::PastRun &run) const;
    void open(const store::PastRun &run);
    /// The same on the same workers.
    void runAgain(const store::PastRun &run);
    /// Puts its command or recipe, targets and options into the fields, and starts nothing.
    void fill(const store::PastRun &run);

    models::PastRunsModel &m_model;
    Parts m_parts;
    PastRunsPanel *m_panel;
    QToolButton *m_button;
};

} // namespace podium::ui
