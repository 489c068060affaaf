// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipepage.h"

#include "core/inventory/targets.h"
#include "core/recipe/syntaxcheck.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/recipeform.h"
#include "widgets/recipe/recipelist.h"
#include "widgets/recipe/recipeoutputs.h"
#include "widgets/recipe/recipereview.h"
#include "widgets/recipe/recipeview.h"
#include "widgets/recipe/storedsecrets.h"
#include "widgets/recipe/verdictview.h"
#include "widgets/recipe/versionline.h"
#include "widgets/run/page/runnotices.h"
#include "widgets/run/targets/targetsedit.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QSplitter>

#include <utility>

namespace podium::ui {

using recipe::Errand;

RecipePage::RecipePage(
    const inventory::Inventory &inventory, Running running, secret::SecretService &secrets,
    PlacedOnOf placedOnOf, AskBucketPlace askBucketPlace, const recipe::RecipeFolders &folders,
    QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_running(std::move(running))
    , m_secrets(secrets)
    , m_placedOnOf(std::move(placedOnOf))
    , m_notice(new NoticeBar)
    , m_targets(new TargetsEdit(inventory))
    , m_list(new RecipeList(folders))
    , m_view(new RecipeView(std::move(askBucketPlace)))
{
    buildLayout();
    connectParts();
    showSecretNames();
    showRecipe();
}

RecipePage::~RecipePage() = default;

void RecipePage::buildButtons(QBoxLayout *row)
{
    m_check = new QPushButton(tr("Check"));
    m_check->setToolTip(tr("Which steps are not so yet; nothing is done"));
    m_check->setAccessibleDescription(m_check->toolTip());
    m_run = new QPushButton(tr("Apply"));
    setPrimary(m_run);
    m_run->setToolTip(tr("Changes only what is not yet as it should be"));
    m_again = new QPushButton(tr("Run again where not done"));
    m_stop = new QPushButton(tr("Stop"));
    for (QPushButton *button : {m_again, m_stop, m_check, m_run}) {
        ignoreDoubleClicks(button);
        row->addWidget(button);
    }
}

void RecipePage::buildLayout()
{
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    QLabel *where = mutedLabel(tr("On"));
    where->setContentsMargins(0, Grid, 0, 0);
    row->addWidget(where, 0, Qt::AlignTop);
    row->addWidget(m_targets, 1, Qt::AlignTop);
    buildButtons(row);
    column->addWidget(m_notice);
    column->addLayout(row);
    auto *upper = new QSplitter;
    upper->addWidget(m_list);
    upper->addWidget(m_view);
    upper->setStretchFactor(1, 2);
    upper->setChildrenCollapsible(false);
    m_verdicts = new VerdictView;
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(upper);
    split->addWidget(m_verdicts);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    column->addWidget(split, 1);
}

void RecipePage::connectParts()
{
    connect(m_targets, &TargetsEdit::changed, this, &RecipePage::showTargets);
    connect(m_list, &RecipeList::currentChanged, this, &RecipePage::showRecipe);
    connect(m_list, &RecipeList::failed, this, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(
        m_list, &RecipeList::told, this,
        [this](const QString &text, const QString &hint, const std::function<void()> &undo) {
            m_notice->ask(models::Mark::Good, text, hint, tr("Undo"), undo);
        });
    connect(&m_secrets, &secret::SecretService::changed, this, &RecipePage::showSecretNames);
    connect(m_check, &QPushButton::clicked, this, [this] { prepare(Errand::Check); });
    connect(m_run, &QPushButton::clicked, this, [this] { prepare(Errand::CarryOut); });
    connect(m_again, &QPushButton::clicked, this, [this] {
        sendAgain(m_session->notGood(), [this] { m_session->startAgain(); });
    });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_session->stop(); });
    connect(m_verdicts, &VerdictView::resumeRequested, this, [this](const WorkerRef &worker) {
        sendAgain({worker}, [this, worker] { m_session->resume(worker); });
    });
}

void RecipePage::showRecipe()
{
    m_view->setRecipe(m_list->current());
    showState();
}

void RecipePage::giveUp(const Error &error)
{
    m_isPreparing = false;
    m_notice->showError(error);
}

void RecipePage::prepare(Errand errand)
{
    if (isBusy() || m_isPreparing) {
        return;
    }
    m_notice->clear();
    m_targets->commitTyped();
    const recipe::StoredRecipe *stored = m_list->current();
    if (!stored || m_targets->workers().empty()) {
        m_targets->focusEdit();
        return;
    }
    const auto values = m_view->form().values();
    if (!values) {
        m_notice->showError(values.error());
        m_view->form().focusField(values.error().subject);
        return;
    }
    Wanted wanted{stored->recipe, *values, m_view->form().uses(), errand};
    wanted.recipe.oneByOne = m_view->isOneByOne();
    wanted.workers = recipe::workersOf(wanted.recipe, m_targets->workers());
    if (wanted.workers.empty()) {
        m_notice->showError(
            {ErrorKind::InvalidArgument,
             tr("The recipe is for the first worker of a node; none was named.")});
        return;
    }
    m_isPreparing = true;
    recipe::checkSyntax(
        wanted.recipe, Callback<Result<>>(this, [this, wanted](const Result<> &syntax) {
            if (!syntax) {
                giveUp(syntax.error());
            } else if (wanted.errand == Errand::Check) {
                readSecrets(wanted); // nothing is done that would have to be seen first
            } else {
                review(wanted);
            }
        }));
}

/// What it shows is what is applied: the page may be another by then.
void RecipePage::review(const Wanted &wanted)
{
    auto *dialog = new RecipeReview(
        {wanted.recipe, wanted.values, wanted.uses,
         inventory::describeWorkers(m_inventory.snapshot(), wanted.workers),
         int(wanted.workers.size())},
        this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, wanted] { readSecrets(wanted); });
    connect(dialog, &QDialog::rejected, this, [this] { m_isPreparing = false; });
    dialog->open();
}

void RecipePage::readSecrets(const Wanted &wanted)
{
    if (wanted.uses.isEmpty()) {
        writeDown(wanted);
        return;
    }
    addStoredSecrets(
        m_secrets, wanted.uses, wanted.values,
        {this, [this, whole = wanted](const Result<recipe::Values> &values) mutable {
             if (values) {
                 whole.values = *values;
                 writeDown(whole);
             } else {
                 giveUp(values.error());
             }
         }});
}

/// Where a secret may be is known before it is sent.
void RecipePage::writeDown(Wanted wanted)
{
    if (wanted.errand == Errand::CarryOut) {
        const auto placements = secret::placementsFor(
            wanted.recipe, wanted.values, wanted.uses, m_placedOnOf(wanted.workers),
            m_secrets.now());
        if (!placements) {
            giveUp(placements.error());
            return;
        }
        wanted.placements = *placements;
    }
    noteDown(wanted.placements, [this, wanted] { begin(wanted); });
}

void RecipePage::noteDown(
    const std::vector<secret::Placement> &placements, const std::function<void()> &then)
{
    if (placements.empty()) {
        then();
        return;
    }
    m_secrets.begin(placements, {this, [this, then](const Result<> &written) {
                                     if (written) {
                                         then();
                                     } else {
                                         giveUp(written.error());
                                     }
                                 }});
}

void RecipePage::begin(const Wanted &wanted)
{
    m_session = std::make_unique<recipe::RecipeSession>(
        m_running.makeService(), wanted.recipe, wanted.values, wanted.workers);
    m_placements = wanted.placements;
    m_isPreparing = false;
    m_session->setOutputLimits(m_running.outputLimits());
    m_verdicts->setWhere(inventory::describeWorkers(m_inventory.snapshot(), wanted.workers));
    m_verdicts->versions().clear();
    connect(m_session.get(), &recipe::RecipeSession::begun, this, [this] {
        // A check prints nothing, and what is not so yet has not failed there, as a pane would say.
        if (!m_session->isCheck()) {
            followView(*m_notice, m_verdicts->outputs().add(m_session->run(), m_running.clock));
        }
    });
    connect(m_session.get(), &recipe::RecipeSession::changed, this, &RecipePage::showState);
    connect(m_session.get(), &recipe::RecipeSession::narrowed, this, [this](const QString &text) {
        m_notice->showNotice(models::Mark::Warning, text);
    });
    connect(m_session.get(), &recipe::RecipeSession::finished, this, &RecipePage::onFinished);
    if (wanted.errand == Errand::Check) {
        m_session->check();
    } else {
        emit sessionMade(m_session.get());
        m_session->start();
        m_view->form().forgetSecrets(); // the session has them, for as long as it is shown
    }
    emit busyChanged();
    showState();
}

void RecipePage::sendAgain(const std::vector<WorkerRef> &workers, const std::function<void()> &send)
{
    if (m_isPreparing) {
        return;
    }
    m_isPreparing = true;
    noteDown(secret::placementsOn(m_placements, workers), [this, send, id = m_session->runId()] {
        m_isPreparing = false;
        if (m_session && m_session->runId() == id) {
            send();
            emit busyChanged();
            showState();
        }
    });
}

void RecipePage::onFinished()
{
    if (const auto there = secret::certainOf(m_placements, m_session->workers()); !there.empty()) {
        m_secrets.confirm(there, {this, [this](const Result<> &written) {
                                      if (!written) {
                                          m_notice->showError(written.error());
                                      }
                                  }});
    }
    emit busyChanged();
    if (!m_session->isCheck()) {
        m_verdicts->versions().look(
            m_running.makeService(), *m_session, [this](const WorkerRef &worker) {
                return recipe::runtimeVersionOf(m_inventory.snapshot(), worker);
            });
    }
}

void RecipePage::showSecretNames()
{
    m_view->form().setSecretNames(secretNames(m_secrets.book()));
}

void RecipePage::showState()
{
    const bool isRunning = isBusy();
    const bool canBegin = !isRunning && m_list->current() && !m_targets->workers().empty();
    m_check->setEnabled(canBegin);
    m_run->setEnabled(canBegin);
    m_stop->setVisible(isRunning);
    m_again->setVisible(
        m_session && !isRunning && !m_session->isCheck() && m_session->notGoodCount() > 0);
    m_verdicts->setVisible(m_session || m_isPastShown);
    if (m_session) {
        m_verdicts->show(*m_session);
    }
}

void RecipePage::showTargets()
{
    std::set<NodeRef> nodes;
    for (const WorkerRef &worker : m_targets->workers()) {
        nodes.insert(worker.node);
    }
    m_view->form().setNodes(nodes);
    showState();
}

void RecipePage::setFolders(const recipe::RecipeFolders &folders)
{
    m_list->setFolders(folders);
}

void RecipePage::setTargets(const QStringList &words)
{
    m_targets->setWords(words);
}

QStringList RecipePage::targets() const
{
    return m_targets->words();
}

void RecipePage::choose(const QString &recipe)
{
    m_list->choose(recipe);
}

void RecipePage::bring(const QString &recipe, const QStringList &targets)
{
    if (isBusy() || m_isPreparing) {
        m_notice->showNotice(
            models::Mark::Warning,
            tr("Another recipe is under way. Bring %1 to “%2” when it has ended.")
                .arg(targets.join(QLatin1Char(' ')), recipe));
        return;
    }
    setTargets(targets);
    choose(recipe);
    if (m_list->current() != nullptr && m_list->current()->recipe.name == recipe) {
        prepare(Errand::CarryOut);
    }
}

void RecipePage::showPast(const store::PastRun &run)
{
    if (m_session && m_session->runId() == run.id) {
        return; // it is to be seen as it is, with what workers printed
    }
    if (isBusy()) {
        m_notice->showNotice(
            models::Mark::Warning,
            tr("Another recipe is under way. Open “%1” when it has ended.").arg(run.title));
        return;
    }
    m_notice->clear();
    m_session.reset(); // and the secrets in it
    setTargets(run.targets);
    choose(run.recipe);
    if (!m_list->current() || m_list->current()->recipe.name != run.recipe) {
        m_notice->showNotice(
            models::Mark::Warning, tr("There is no recipe “%1” any more.").arg(run.recipe));
    }
    m_verdicts->showPast(run);
    m_isPastShown = !run.verdicts.empty();
    showState();
}

void RecipePage::focusTargets()
{
    m_targets->focusEdit();
}

} // namespace podium::ui
