// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/shell/mainwindow.h"

namespace podium::models {
class RecipeRecorder;
}

namespace podium::ui {
class RecipePage;
class RunKinds;
class RunPage;
class TransferPage;
} // namespace podium::ui

namespace podium::app {

class ActivityFeed;
struct Services;

/// The Run page in all its kinds.
struct RunPages
{
    ui::RunPage *commands = nullptr;
    ui::RunKinds *kinds = nullptr; ///< has all of them; the caller's to give a parent
    ui::RecipePage *recipes = nullptr;
    ui::TransferPage *copies = nullptr;
    ui::TransferPage *fetches = nullptr;
};

/// Around the page of commands; all must outlive it.
[[nodiscard]] RunPages makeRunPages(
    Services &services, ui::RunPage &commands, ActivityFeed &feed,
    models::RecipeRecorder &recorder);

/// What to ask before the window closes: what would end by that, or be watched by nobody. `window`:
/// has the views of disks and TPUs somewhere below.
[[nodiscard]] ui::CloseQuestion questionBeforeClosing(const RunPages &pages, const QWidget &window);

} // namespace podium::app
