// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/pendingrecipes.h"
#include "core/recipe/recipestore.h"

#include <QMap>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QLabel;
class QListWidget;
class QListWidgetItem;

namespace podium::ui {

/// Which recipes are run where an account was made, for whoever it is and for one person besides:
/// all there are, to be ticked. Those that need a value cannot be.
class AccountRecipesPanel final : public QWidget
{
    Q_OBJECT

public:
    using FoldersOf = std::function<recipe::RecipeFolders()>;

    /// `foldersNow` is asked at each reading; what it refers to must outlive this.
    explicit AccountRecipesPanel(FoldersOf foldersNow, QWidget *parent = nullptr);

    /// Those that are run, in their order: by login, and under an empty one those that are run for
    /// whoever gets an account.
    using Chosen = QMap<QString, QStringList>;
    /// Reads what there is. People without recipes of their own are in it, too.
    void setChosen(const Chosen &chosen);
    [[nodiscard]] const Chosen &current() const { return m_chosen; }
    /// What is still to be run.
    void setPending(const std::vector<people::PendingRecipes> &pending);

signals:
    /// This one is to be run from now on, or not any more; `login` as in Chosen. It is shown so
    /// already: where it cannot be stored, setChosen() puts it back.
    void chosen(const QString &login, const QString &recipe, bool isRun);
    void closed();

private:
    void showList();
    void onTicked(const QListWidgetItem &item);
    void showPeople();
    void showOrder();
    [[nodiscard]] QString login() const;
    [[nodiscard]] QStringList chosenNow() const { return m_chosen.value(login()); }

    const FoldersOf m_foldersNow;
    Chosen m_chosen;
    recipe::RecipeList m_recipes;
    QComboBox *m_who;
    QListWidget *m_list;
    QLabel *m_order;
    QLabel *m_pending;
};

} // namespace podium::ui
