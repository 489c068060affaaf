// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/ownrecipes.h"

#include "core/recipe/ownrecipe.h"

#include <QDesktopServices>
#include <QInputDialog>
#include <QUrl>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

bool isKnown(const recipe::RecipeList &list, const QString &name)
{
    return std::any_of(
        list.recipes.begin(), list.recipes.end(),
        [&name](const recipe::StoredRecipe &stored) { return stored.recipe.name == name; });
}

Error nameTaken(const QString &name)
{
    return {
        ErrorKind::AlreadyExists,
        OwnRecipes::tr("There is a recipe %1 already.").arg(name),
        {},
        OwnRecipes::tr("Choose another name, or edit that one."),
        name};
}

QString afterRemoving(const recipe::StoredRecipe &own)
{
    if (own.insteadOf.isEmpty()) {
        return OwnRecipes::tr("The recipe %1 was removed.").arg(own.recipe.name);
    }
    const QString &next = own.insteadOf.first();
    return next.isEmpty() ? OwnRecipes::tr("Runs of %1 use Podium's again.").arg(own.recipe.name)
                          : OwnRecipes::tr("Runs of %1 use %2 again.").arg(own.recipe.name, next);
}

} // namespace

OwnRecipes::OwnRecipes(QString folder, QWidget *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
    , m_parent(parent)
{}

void OwnRecipes::ask(
    const QString &title, const QString &proposal,
    const std::function<void(const QString &name)> &take)
{
    auto *dialog = new QInputDialog(m_parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(tr("Its name: a-z, 0-9 and -. A name of Podium's own stands for yours "
                            "from then on."));
    dialog->setTextValue(proposal);
    connect(dialog, &QInputDialog::textValueSelected, this, take);
    dialog->open();
}

void OwnRecipes::begin(const recipe::RecipeList &known)
{
    ask(tr("New recipe"), {}, [this, known](const QString &typed) {
        const QString name = typed.trimmed();
        isKnown(known, name) ? emit failed(nameTaken(name))
                             : write(name, recipe::recipeTemplate(name));
    });
}

void OwnRecipes::copy(const recipe::StoredRecipe &builtIn, const recipe::RecipeList &known)
{
    ask(tr("Copy of the recipe %1").arg(builtIn.recipe.name), builtIn.recipe.name,
        [this, builtIn, known](const QString &typed) {
            const QString name = typed.trimmed();
            name != builtIn.recipe.name &&isKnown(known, name)
                ? emit failed(nameTaken(name))
                : write(name, recipe::renamedRecipe(builtIn, name));
        });
}

void OwnRecipes::write(const QString &name, const QByteArray &text)
{
    const auto file = recipe::newRecipe(m_folder, name, text);
    if (!file) {
        emit failed(file.error());
        return;
    }
    emit changed(name);
    const QString what = recipe::isBuiltIn(name)
                             ? tr("Runs of %1 use your own from now on, not Podium's.").arg(name)
                             : tr("%1 is a recipe of your own now.").arg(name);
    emit told(what, open(*file), [this, file = *file, text, name] {
        const auto gone = recipe::takeAway(file, text);
        gone ? emit changed(name) : emit failed(gone.error());
    });
}

void OwnRecipes::edit(const QString &file)
{
    if (const QString problem = open(file); !problem.isEmpty()) {
        emit failed({ErrorKind::Io, problem, {}, {}, file});
    }
}

void OwnRecipes::remove(const recipe::StoredRecipe &own)
{
    const QString name = own.recipe.name;
    const auto aside = recipe::putAside(m_folder, own);
    if (!aside) {
        emit failed(aside.error());
        return;
    }
    const QString text = afterRemoving(own); // of a list that is about to be read again
    emit changed(name);
    emit told(text, tr("Yours is kept: %1").arg(aside->to), [this, aside = *aside, name] {
        const auto back = recipe::putBack(aside);
        back ? emit changed(name) : emit failed(back.error());
    });
}

/// Empty: it is open.
QString OwnRecipes::open(const QString &file) const
{
    return QDesktopServices::openUrl(QUrl::fromLocalFile(file))
               ? QString()
               : tr("No program here opens %1. Edit it with an editor of yours; it is read again "
                    "when it changes.")
                     .arg(file);
}

} // namespace podium::ui
