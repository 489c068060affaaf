// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::ui {
class ActivityPage;
class MainWindow;
class NodesPage;
class RunPage;
class SshPage;
} // namespace podium::ui

namespace podium::app {

class PeopleController;

/// Where the rows of the Activity page lead.
struct ActivityTargets
{
    ui::MainWindow &window;
    ui::NodesPage &nodes;
    ui::RunPage &runs;
    ui::SshPage &ssh;
    PeopleController &people;
};

/// From what happened to the node, run, person or config version that it was about. All targets
/// must outlive the page.
void linkActivity(ui::ActivityPage &page, const ActivityTargets &targets);

} // namespace podium::app
