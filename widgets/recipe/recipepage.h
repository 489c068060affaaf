// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/recipe/recipesession.h"

#include <QWidget>

#include <functional>
#include <memory>

class QBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace podium::ui {

class NoticeBar;
class RecipeForm;
class RecipeList;
class TargetsEdit;
class VerdictView;

/// Brings workers to a recipe: where, which one, its parameters, and a verdict for each step and
/// worker.
class RecipePage final : public QWidget
{
    Q_OBJECT

public:
    using MakeService = std::function<run::RunService()>;

    /// `inventory` and what `makeService` refers to must outlive it. `folder`: of own recipes.
    RecipePage(
        const inventory::Inventory &inventory, MakeService makeService, const QString &folder,
        QWidget *parent = nullptr);
    ~RecipePage() override;

    void setTargets(const QStringList &words);
    [[nodiscard]] QStringList targets() const;
    void choose(const QString &recipe);
    void focusTargets();
    [[nodiscard]] bool isBusy() const { return m_session && m_session->isBusy(); }

signals:
    void busyChanged();
    /// `title`: of the recipe; `summary`: how its workers stand.
    void runFinished(const QString &title, const QString &summary);

private:
    void buildLayout();
    QWidget *buildRecipe();
    void buildButtons(QBoxLayout *row);
    void connectParts();
    void showRecipe();
    void check();
    void begin(const recipe::Recipe &recipe, const recipe::Values &values);
    void showState();

    const MakeService m_makeService;
    std::unique_ptr<recipe::RecipeSession> m_session;
    NoticeBar *m_notice = nullptr;
    TargetsEdit *m_targets = nullptr;
    RecipeList *m_list = nullptr;
    RecipeForm *m_form = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_purpose = nullptr;
    QLabel *m_warnings = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_stop = nullptr;
    QStackedWidget *m_results = nullptr;
    VerdictView *m_verdicts = nullptr;
};

} // namespace podium::ui
