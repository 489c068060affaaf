// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ui {
class RecipePage;
} // namespace podium::ui

namespace podium::app {

class ActivityFeed;
struct Services;

/// The page that brings workers to recipes; all must outlive it. The caller's to give a parent.
[[nodiscard]] ui::RecipePage *makeRecipePage(Services &services, ActivityFeed &feed);

} // namespace podium::app
