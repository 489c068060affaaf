// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

#include <QStringList>
#include <QWidget>

#include <functional>

class QLabel;
class QListWidget;

namespace podium::ui {

/// Which recipes are run where an account was made: all there are, to be ticked. Those that need a
/// value cannot be.
class AccountRecipesPanel final : public QWidget
{
    Q_OBJECT

public:
    using FoldersOf = std::function<recipe::RecipeFolders()>;

    /// `foldersNow` is asked at each reading; what it refers to must outlive this.
    explicit AccountRecipesPanel(FoldersOf foldersNow, QWidget *parent = nullptr);

    /// Reads what there is; `recipes`: those that are run, in their order.
    void setChosen(const QStringList &recipes);
    [[nodiscard]] const QStringList &current() const { return m_chosen; }

signals:
    /// These are to be run from now on.
    void chosen(const QStringList &recipes);
    void closed();

private:
    void showList(const recipe::RecipeList &list);
    void onTicked();
    void showOrder();

    const FoldersOf m_foldersNow;
    QStringList m_chosen;
    QListWidget *m_list;
    QLabel *m_order;
};

} // namespace podium::ui
