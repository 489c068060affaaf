// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/accountrecipespanel.h"

#include "core/base/jobs.h"
#include "core/recipe/reciperun.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/recipepurpose.h"

#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

constexpr int NameRole = Qt::UserRole;
constexpr std::size_t MostPending = 3; // lines

/// Why it cannot be run for an account; empty: it can.
QString whyNot(const recipe::Recipe &recipe)
{
    const auto values =
        recipe::completeValues(recipe, recipe::valuesForAccount(recipe, QStringLiteral("login")));
    return values ? QString() : values.error().summary;
}

/// What it does, and as whom.
QString textOf(const recipe::Recipe &recipe)
{
    const QString text = AccountRecipesPanel::tr("%1: %2").arg(recipe.name, recipePurpose(recipe));
    return recipe.rights == remote::Rights::Root
               ? text
               : AccountRecipesPanel::tr("%1 As Podium's login.")
                     .arg(
                         text.endsWith(QLatin1Char('.')) ? text : QString(text + QLatin1Char('.')));
}

/// The same for one login on some workers of a node.
struct PendingOfNode
{
    people::PendingRecipes first;
    int workers = 1;
};

std::vector<PendingOfNode> byNode(const std::vector<people::PendingRecipes> &pending)
{
    std::vector<PendingOfNode> nodes;
    for (const people::PendingRecipes &each : pending) {
        const auto same = std::find_if(nodes.begin(), nodes.end(), [&](const PendingOfNode &of) {
            return of.first.at.worker.node == each.at.worker.node &&
                   of.first.at.login == each.at.login && of.first.recipes == each.recipes;
        });
        if (same == nodes.end()) {
            nodes.push_back({each});
        } else {
            ++same->workers;
        }
    }
    return nodes;
}

QString textOf(const PendingOfNode &pending)
{
    const people::AccountPlace &at = pending.first.at;
    const QString recipes = pending.first.recipes.join(QStringLiteral(", "));
    return pending.workers == 1
               ? AccountRecipesPanel::tr("%1 for %2 on %3").arg(recipes, at.login, at.worker.text())
               : AccountRecipesPanel::tr("%1 for %2 on %3 workers of %4")
                     .arg(recipes, at.login)
                     .arg(pending.workers)
                     .arg(at.worker.node.text());
}

/// Nobody has written anything into it yet.
bool isUntouched(const recipe::StoredRecipe &stored)
{
    return stored.text == recipe::recipeTemplate(stored.recipe.name);
}

} // namespace

AccountRecipesPanel::AccountRecipesPanel(FoldersOf foldersNow, QWidget *parent)
    : QWidget(parent)
    , m_foldersNow(std::move(foldersNow))
    , m_who(new QComboBox)
    , m_list(new QListWidget)
    , m_order(wrappedLabel())
    , m_pending(wrappedLabel())
{
    setAccessibleName(tr("Recipes for new accounts"));
    prepareList(m_list, tr("Recipes for new accounts"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_order->setAccessibleName(tr("In this order"));
    m_who->setAccessibleName(tr("Run for"));
    m_who->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *who = new QHBoxLayout;
    who->setSpacing(Grid);
    who->addWidget(mutedLabel(tr("Run for")));
    who->addWidget(m_who);
    who->addStretch(1);
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->addWidget(headingLabel(tr("Recipes for new accounts")), 1);
    head->addWidget(back);
    QLabel *what = wrappedLabel(
        tr("Run once on each worker where an account was made: as root, or as Podium's login in "
           "that login's home, not in the new account's. A parameter “login” gets the account's; a "
           "recipe that needs other values cannot be chosen. Those of one person come after those "
           "for everybody. How each came out is in Activity."));
    auto *texts = new QVBoxLayout;
    texts->setContentsMargins(Grid * 2, 0, Grid * 2, Grid);
    texts->setSpacing(Grid);
    texts->addWidget(what);
    texts->addLayout(who);
    texts->addWidget(m_order);
    texts->addWidget(m_pending);
    m_pending->setAccessibleName(tr("Still to be run"));
    m_pending->hide();
    auto *column = makeColumn(0, this);
    column->addLayout(head);
    column->addLayout(texts);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_list, 1);
    connect(back, &QPushButton::clicked, this, &AccountRecipesPanel::closed);
    connect(m_list, &QListWidget::itemChanged, this, [this](const QListWidgetItem *item) {
        onTicked(*item);
    });
    connect(m_who, QOverload<int>::of(&QComboBox::activated), this, [this] {
        showOrder();
        showList();
    });
    showPeople();
}

void AccountRecipesPanel::setChosen(const Chosen &chosen)
{
    const QString before = login();
    m_chosen = chosen;
    showPeople();
    showOrder();
    if (login() != before) {
        showList(); // a tick is for whom is shown, and that is somebody else now
    }
    runJob(
        this, [folders = m_foldersNow()] { return recipe::listRecipes(folders); },
        [this](const recipe::RecipeList &list) {
            m_recipes = list;
            showList();
        });
}

void AccountRecipesPanel::setPending(const std::vector<people::PendingRecipes> &pending)
{
    const std::vector<PendingOfNode> nodes = byNode(pending);
    QStringList lines{tr("Still to be run, once the worker has told of its accounts again:")};
    for (std::size_t i = 0; i < std::min(nodes.size(), MostPending); ++i) {
        lines << textOf(nodes[i]);
    }
    if (nodes.size() > MostPending) {
        lines << tr("And %1 more").arg(nodes.size() - MostPending);
    }
    m_pending->setText(lines.join(QLatin1Char('\n')));
    m_pending->setVisible(!pending.empty());
}

QString AccountRecipesPanel::login() const
{
    return m_who->currentData().toString();
}

/// The choice stays, where that person is still there.
void AccountRecipesPanel::showPeople()
{
    const QString before = login();
    m_who->clear();
    m_who->addItem(tr("everybody"), QString());
    for (auto of = m_chosen.cbegin(); of != m_chosen.cend(); ++of) {
        if (!of.key().isEmpty()) {
            m_who->addItem(of.key(), of.key());
        }
    }
    m_who->setCurrentIndex(std::max(0, m_who->findData(before)));
}

void AccountRecipesPanel::showList()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    const QStringList chosen = chosenNow();
    for (const recipe::StoredRecipe &stored : m_recipes.recipes) {
        const QString reason = whyNot(stored.recipe);
        const bool isChosen = chosen.contains(stored.recipe.name);
        if (isUntouched(stored) && !isChosen) {
            continue;
        }
        auto *item = new QListWidgetItem(textOf(stored.recipe), m_list);
        item->setData(NameRole, stored.recipe.name);
        item->setToolTip(plainToolTip(reason));
        item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
        // One that was chosen before it needed a value can be taken away still.
        item->setFlags(
            reason.isEmpty() || isChosen
                ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                : Qt::ItemIsSelectable);
    }
}

/// Those that are gone meanwhile stay chosen until they are seen again, and are named above.
void AccountRecipesPanel::onTicked(const QListWidgetItem &item)
{
    const QString name = item.data(NameRole).toString();
    const bool isTicked = item.checkState() == Qt::Checked;
    QStringList now = chosenNow();
    if (now.contains(name) == isTicked) {
        return;
    }
    if (isTicked) {
        now << name;
    } else {
        now.removeAll(name);
    }
    m_chosen[login()] = now;
    showOrder();
    emit chosen(login(), name, isTicked);
}

void AccountRecipesPanel::showOrder()
{
    const QStringList names = chosenNow();
    m_order->setText(
        names.isEmpty() ? tr("None is run now.")
                        : tr("In this order: %1").arg(names.join(QStringLiteral(", "))));
}

} // namespace podium::ui
