// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// The file of a recipe: whatever it is, it is read or refused; what is read has all that it needs.
#include "core/recipe/recipe.h"
#include "core/recipe/recipelint.h"
#include "core/recipe/shellcheck.h"
#include "core/recipe/shellcommands.h"
#include "tests/fuzz/require.h"

#include <cstdint>

using namespace podium::recipe;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), int(size));
    (void)commandsOf(text);
    (void)shellcheckFindings(text);
    const auto recipe = parseRecipe(text);
    if (!recipe) {
        podium::fuzz::require(!recipe.error().detail.isEmpty());
        return 0;
    }
    podium::fuzz::require(!recipe->name.isEmpty() && !recipe->steps.empty());
    podium::fuzz::require(!text.contains('\r') && !text.contains('\0'));
    for (const RecipeStep &step : recipe->steps) {
        podium::fuzz::require(!step.check.trimmed().isEmpty() && !step.act.trimmed().isEmpty());
    }
    (void)lint(*recipe);
    podium::fuzz::require(
        shellcheckInput({*recipe, text, {}}).count('\n') >= text.count('\n')); // no line is lost
    (void)completeValues(*recipe, {});
    for (const Parameter &parameter : recipe->parameters) {
        // A type never refuses its own default.
        podium::fuzz::require(
            !parameter.defaultValue || parameter.defaultValue->isEmpty() ||
            fits(parameter.type, *parameter.defaultValue));
        (void)completeValues(*recipe, {{parameter.name, QStringLiteral("1")}});
    }
    return 0;
}
