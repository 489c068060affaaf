// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipestore.h"

#include <QObject>

#include <functional>

class QWidget;

namespace podium::ui {

/// What a person does to have recipes of their own: begins one, copies one that comes with Podium,
/// puts one aside. Each is told with the way back.
class OwnRecipes final : public QObject
{
    Q_OBJECT

public:
    /// `parent`: dialogs are in front of it.
    OwnRecipes(QString folder, QWidget *parent);

    /// Where they are from now on.
    void setFolder(const QString &folder) { m_folder = folder; }

    /// Both ask for its name; `known`: those whose names are taken.
    void begin(const recipe::RecipeList &known);
    void copy(const recipe::StoredRecipe &builtIn, const recipe::RecipeList &known);
    void edit(const QString &file);
    void remove(const recipe::StoredRecipe &own);

signals:
    /// There are others now; this one is to be chosen.
    void changed(const QString &name);
    void told(const QString &text, const QString &hint, const std::function<void()> &undo);
    void failed(const podium::Error &error);

private:
    void
    ask(const QString &title, const QString &proposal,
        const std::function<void(const QString &name)> &take);
    void write(const QString &name, const QByteArray &text);
    [[nodiscard]] QString open(const QString &file) const;

    QString m_folder;
    QWidget *const m_parent;
};

} // namespace podium::ui
