// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/recipesession.h"
#include "core/store/pastrun.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace podium::models {
class VerdictModel;
}

namespace podium::ui {

class RecipeOutputs;
class VersionLine;

/// A recipe's verdicts as they come, workers × steps, and below them panes with what workers print,
/// that of the chosen one as the current one, or of the first that is not as it should be. Of a run
/// whose output is not kept, what that worker said of each step.
class VerdictView final : public QWidget
{
    Q_OBJECT

public:
    explicit VerdictView(QWidget *parent = nullptr);

    void show(const recipe::RecipeSession &session);
    /// Of one that there was: nothing in it goes on.
    void showPast(const store::PastRun &run);
    /// What is shown next is of other workers, named so; nobody of them is chosen.
    void setWhere(const QString &workers);
    /// Above the matrix.
    [[nodiscard]] VersionLine &versions() const { return *m_versions; }
    /// Below it.
    [[nodiscard]] RecipeOutputs &outputs() const { return *m_outputs; }

signals:
    /// It is to go on where it stopped.
    void resumeRequested(const podium::WorkerRef &worker);

private:
    [[nodiscard]] QWidget *buildBelow();
    [[nodiscard]] QWidget *buildWorker();
    void fitTable();
    [[nodiscard]] int shownRow() const;
    void showWorkers(
        const QStringList &steps, const std::vector<recipe::WorkerVerdicts> &workers,
        const QString &summary);
    void showBelow();

    models::VerdictModel *m_model = nullptr;
    QString m_where;
    QLabel *m_title = nullptr;
    QLabel *m_summary = nullptr;
    VersionLine *m_versions = nullptr;
    QSplitter *m_split = nullptr;
    QTableView *m_table = nullptr;
    QWidget *m_below = nullptr;
    QLabel *m_whose = nullptr;
    QPushButton *m_resume = nullptr;
    QStackedWidget *m_output = nullptr; ///< one of the two that follow
    RecipeOutputs *m_outputs = nullptr;
    QPlainTextEdit *m_said = nullptr;
    QTimer m_fit; ///< when it is of other workers
    bool m_isBusy = false;
    bool m_canResume = false; ///< it was carried out, and is still here
};

} // namespace podium::ui
