// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace podium::ui {

class RecipePage;
class RunPage;

/// The Run page in its kinds: a command or script with a pane for each worker, or a recipe with a
/// verdict for each step. Where to run goes along where the other kind has nothing yet.
class RunKinds final : public QWidget
{
    Q_OBJECT

public:
    /// Owns both from now on.
    RunKinds(RunPage *commands, RecipePage *recipes, QWidget *parent = nullptr);

    void showCommands();
    void showRecipes();
    [[nodiscard]] bool showsRecipes() const;

private:
    void show(int kind);

    RunPage *m_commands;
    RecipePage *m_recipes;
    QTabBar *m_bar = nullptr;
    QStackedWidget *m_stack = nullptr;
};

} // namespace podium::ui
