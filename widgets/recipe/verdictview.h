// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipesession.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTableView;

namespace podium::models {
class VerdictModel;
}

namespace podium::ui {

/// A recipe's verdicts, workers × steps, and below it what the chosen worker said of the chosen
/// step.
class VerdictView final : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictView(QWidget *parent = nullptr);

    void show(const recipe::RecipeSession &session);

private:
    void showDetail();

    models::VerdictModel *m_model = nullptr;
    QLabel *m_summary = nullptr;
    QTableView *m_table = nullptr;
    QPlainTextEdit *m_detail = nullptr;
};

} // namespace podium::ui
