// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QStackedWidget;
class QTabBar;

namespace podium::ui {

class RunPage;
class ScriptsBar;

/// The Run page in its kinds: a command or script with a pane for each worker, the same with the
/// scripts of a project, a recipe with a verdict for each step, copies to workers and from them.
/// Where to run goes along where the other kind has nothing yet.
class RunKinds final : public QWidget
{
    Q_OBJECT

public:
    enum Kind { Commands, Scripts, Recipes, Copies, Fetches };
    /// A page of one kind, with its target words.
    struct Page
    {
        QString title;
        QWidget *widget = nullptr;
        std::function<QStringList()> targets;
        std::function<void(const QStringList &)> setTargets;
        std::function<void()> focusTargets = {}; ///< the page of commands has a filter instead
    };

    /// Owns them from now on.
    RunKinds(RunPage *commands, ScriptsBar *scripts, QWidget *parent = nullptr);

    /// Those after the commands, in the order of Kind; owns the widget from now on.
    void add(Page page);
    void showKind(Kind kind);
    void showCommands() { showKind(Commands); }
    [[nodiscard]] Kind kind() const;
    /// Whether the panes of commands and scripts are on top.
    [[nodiscard]] bool showsPanes() const;
    /// Of the kind that is on top: what it has to choose from, and what finds in its output.
    void focusFilter();
    void showFind();

private:
    [[nodiscard]] const Page &pageOnTop() const;
    void addScripts(ScriptsBar *scripts);
    void onChanged(int kind);

    RunPage *m_commands;
    QTabBar *m_bar = nullptr;
    QStackedWidget *m_stack = nullptr;
    std::vector<Page> m_pages;
    int m_before = Commands;
};

} // namespace podium::ui
