// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

#include <functional>

class QListWidget;
class QPushButton;

namespace podium::ui {

class OwnRecipes;

/// The recipes that there are: those that come with Podium, the person's own and those of further
/// folders, which are read again when they change. To be edited in the person's editor.
class RecipeList final : public QWidget
{
    Q_OBJECT

public:
    explicit RecipeList(recipe::RecipeFolders folders, QWidget *parent = nullptr);

    /// Reads those of other folders.
    void setFolders(const recipe::RecipeFolders &folders);
    [[nodiscard]] const recipe::StoredRecipe *current() const;
    void choose(const QString &name);

signals:
    /// Another one was chosen, or the one that is has changed.
    void currentChanged();
    void failed(const podium::Error &error);
    /// What was done, and how it is undone.
    void told(const QString &text, const QString &hint, const std::function<void()> &undo);

private:
    void read();
    void show(const recipe::RecipeList &list);
    void watch();
    [[nodiscard]] QString textOf(const recipe::StoredRecipe &stored) const;
    [[nodiscard]] QString furtherFolderOf(const recipe::StoredRecipe &stored) const;
    void showChosen();
    void showRemove(const recipe::StoredRecipe *stored);
    void edit();

    recipe::RecipeFolders m_folders;
    recipe::RecipeList m_recipes;
    QString m_name; ///< of the one that was chosen last; it may be gone, and come again
    QListWidget *m_list = nullptr;
    QPushButton *m_edit = nullptr;
    QPushButton *m_remove = nullptr;
    OwnRecipes *m_own = nullptr;
    QFileSystemWatcher m_watcher;
    QTimer m_soon; ///< an editor writes in several steps
};

} // namespace podium::ui
