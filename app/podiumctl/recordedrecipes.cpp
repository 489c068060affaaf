// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/recordedrecipes.h"

namespace podium::ctl {

models::RecipeRecorder *
recordRecipes(store::RunHistory runs, store::History history, const Clock &clock, QObject *parent)
{
    return new models::RecipeRecorder(
        runs, QStringLiteral("podiumctl"), clock,
        [history](const models::ActivityEntry &entry) mutable { history.append(entry); }, parent);
}

} // namespace podium::ctl
