// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"
#include "core/recipe/recipesession.h"
#include "core/recipe/versionsession.h"

#include <QWidget>

#include <memory>

namespace podium::ui {

class MarkLabel;

/// Whether workers have the same versions, and who has not. Hidden until they were asked.
class VersionLine final : public QWidget
{
    Q_OBJECT

public:
    explicit VersionLine(QWidget *parent = nullptr);
    ~VersionLine() override;

    /// Asks them after a set-up that has come to all of them: a slice whose workers differ hangs.
    /// Of another one there is nothing to be said. What `service` and `runtimeOf` refer to must
    /// outlive it.
    void look(
        const run::RunService &service, const recipe::RecipeSession &ended,
        recipe::VersionSession::RuntimeOf runtimeOf);
    /// What it says is of other workers, or of before.
    void clear();

private:
    void showRows();
    void say(models::Mark mark, const QString &text);

    std::unique_ptr<recipe::VersionSession> m_session;
    MarkLabel *m_text = nullptr;
};

} // namespace podium::ui
