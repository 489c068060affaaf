// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/recipe/recipesession.h"
#include "core/recipe/recipestore.h"
#include "core/secret/secretservice.h"
#include "core/store/pastrun.h"
#include "widgets/recipe/bucketfield.h"

#include <QWidget>

#include <functional>
#include <memory>

class QBoxLayout;
class QPushButton;

namespace podium::ui {

class NoticeBar;
class RecipeList;
class RecipeView;
class TargetsEdit;
class VerdictView;

/// Brings workers to a recipe: where, which one, its parameters, a verdict for each step and
/// worker, and panes with what they print.
class RecipePage final : public QWidget
{
    Q_OBJECT

public:
    /// How recipes are run, and how much is kept of what they print.
    struct Running
    {
        std::function<run::RunService()> makeService;
        std::function<run::OutputLimits()> outputLimits;
        const Clock &clock;
    };

    /// The machines that workers are, and as whom they are logged in on.
    using PlacedOnOf = std::function<std::vector<secret::PlacedOn>(const std::vector<WorkerRef> &)>;

    /// All references and what the functions refer to must outlive it.
    RecipePage(
        const inventory::Inventory &inventory, Running running, secret::SecretService &secrets,
        PlacedOnOf placedOnOf, AskBucketPlace askBucketPlace, const recipe::RecipeFolders &folders,
        QWidget *parent = nullptr);
    ~RecipePage() override;

    /// Where recipes are looked for from now on.
    void setFolders(const recipe::RecipeFolders &folders);
    void setTargets(const QStringList &words);
    [[nodiscard]] QStringList targets() const;
    void choose(const QString &recipe);
    /// As chosen and run here: what another page found lacking.
    void bring(const QString &recipe, const QStringList &targets);
    /// One that there was, with its targets, its verdicts and its output, as far as they are kept;
    /// starts nothing.
    void showPast(const store::PastRun &run);
    void focusTargets();
    [[nodiscard]] bool isBusy() const { return m_session && m_session->isBusy(); }

signals:
    void busyChanged();
    /// Before anything is begun in it; not where it only checks.
    void sessionMade(podium::recipe::RecipeSession *session);

private:
    void buildLayout();
    void buildButtons(QBoxLayout *row);
    void connectParts();
    void showRecipe();
    /// What is not right is never sent. Nothing while something is under way already.
    void prepare(recipe::Errand errand);
    /// It is not begun after all.
    void giveUp(const Error &error);
    /// A recipe that is about to be run.
    struct Wanted
    {
        recipe::Recipe recipe;
        recipe::Values values;
        secret::SecretUses uses;
        recipe::Errand errand;
        std::vector<WorkerRef> workers = {};
        std::vector<secret::Placement> placements = {};
    };
    void review(const Wanted &wanted);
    void readSecrets(const Wanted &wanted);
    void writeDown(Wanted wanted);
    void begin(const Wanted &wanted);
    /// Not where that cannot be done.
    void
    noteDown(const std::vector<secret::Placement> &placements, const std::function<void()> &then);
    /// Where it puts secrets is noted down once more: they may have been taken away since.
    void sendAgain(const std::vector<WorkerRef> &workers, const std::function<void()> &send);
    void onFinished();
    void showSecretNames();
    void showState();
    void showTargets();

    const inventory::Inventory &m_inventory;
    const Running m_running;
    secret::SecretService &m_secrets;
    const PlacedOnOf m_placedOnOf;
    std::unique_ptr<recipe::RecipeSession> m_session;
    std::vector<secret::Placement> m_placements; ///< where it may put secrets
    bool m_isPastShown = false;                  ///< where there is no session
    /// From the click to where it is begun, or is not: nothing else may begin meanwhile.
    bool m_isPreparing = false;
    NoticeBar *m_notice = nullptr;
    TargetsEdit *m_targets = nullptr;
    RecipeList *m_list = nullptr;
    RecipeView *m_view = nullptr;
    QPushButton *m_check = nullptr;
    QPushButton *m_run = nullptr;
    QPushButton *m_again = nullptr;
    QPushButton *m_stop = nullptr;
    VerdictView *m_verdicts = nullptr;
};

} // namespace podium::ui
