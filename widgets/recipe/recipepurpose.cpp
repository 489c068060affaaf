// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/recipepurpose.h"

#include "core/recipe/recipelint.h"

#include <QCoreApplication>
#include <QStringList>

namespace podium::ui {

namespace {

struct RecipeWords
{
    Q_DECLARE_TR_FUNCTIONS(podium::ui::RecipePage)
};

} // namespace

QString recipePurpose(const recipe::Recipe &recipe)
{
    QString purpose = recipe.purpose;
    const auto add = [&purpose](const QString &sentence) {
        purpose += purpose.endsWith(QLatin1Char('.')) ? sentence : QLatin1Char('.') + sentence;
    };
    if (recipe.where == recipe::Recipe::Where::FirstWorker) {
        add(RecipeWords::tr(" On the first worker of each node."));
    }
    if (recipe.oneByOne) {
        add(RecipeWords::tr(" Each worker after the other."));
    }
    QStringList files;
    for (const recipe::RecipeFile &file : recipe.files) {
        files << file.name;
    }
    if (!files.isEmpty()) {
        add(RecipeWords::tr(" With its files %1.").arg(files.join(QStringLiteral(", "))));
    }
    if (recipe.rights == remote::Rights::Root) {
        add(RecipeWords::tr(" As root."));
    } else if (recipe::usesSudo(recipe)) {
        add(RecipeWords::tr(" Uses sudo."));
    }
    return purpose;
}

QString recipeOrigin(const recipe::StoredRecipe &stored)
{
    QStringList lines{
        stored.file.isEmpty() ? RecipeWords::tr("Comes with Podium")
                              : RecipeWords::tr("From %1").arg(stored.file)};
    for (const QString &file : stored.insteadOf) {
        lines
            << (file.isEmpty() ? RecipeWords::tr("Used instead of the one that comes with Podium")
                               : RecipeWords::tr("Used instead of %1").arg(file));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace podium::ui
