// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipesession.h"
#include "core/store/pastrun.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace podium::models {
class VerdictModel;
}

namespace podium::ui {

class VersionLine;

/// A recipe's verdicts as they come, workers × steps, and below them a pane with what a worker said
/// of each step: the chosen one, or the first that is not as it should be.
class VerdictView final : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictView(QWidget *parent = nullptr);
    /// What is shown in its place as long as there are no verdicts.
    [[nodiscard]] static QWidget *makePlaceholder();

    void show(const recipe::RecipeSession &session);
    /// Of one that there was: nothing in it goes on.
    void showPast(const store::PastRun &run);
    /// Chooses nobody: what is shown next is of other workers.
    void clearChoice();
    /// Above the matrix.
    [[nodiscard]] VersionLine &versions() const { return *m_versions; }

signals:
    /// It is to go on where it stopped.
    void resumeRequested(const podium::WorkerRef &worker);

private:
    [[nodiscard]] QWidget *buildPane();
    [[nodiscard]] int shownRow() const;
    void showWorkers(
        const QStringList &steps, const std::vector<recipe::WorkerVerdicts> &workers,
        const QString &summary);
    void showPane();

    models::VerdictModel *m_model = nullptr;
    QLabel *m_summary = nullptr;
    VersionLine *m_versions = nullptr;
    QTableView *m_table = nullptr;
    QWidget *m_pane = nullptr;
    QLabel *m_whose = nullptr;
    QPushButton *m_resume = nullptr;
    QPlainTextEdit *m_said = nullptr;
    bool m_isBusy = false;
    bool m_isPast = false;
};

} // namespace podium::ui
