// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/models/files/transferstate.h"
#include "core/run/service/runservice.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QPushButton;
class QStackedWidget;

namespace podium::ui {

class NoticeBar;
class TargetsEdit;
class TransferForm;

/// Copies to workers, or fetches from them, as its form says: targets, a plan, then its progress
/// and a verdict for each worker.
class TransferPage final : public QWidget
{
    Q_OBJECT

public:
    using MakeService = std::function<run::RunService()>;

    /// Owns the form; the rest, and what the function refers to, must outlive it.
    TransferPage(
        const inventory::Inventory &inventory, MakeService makeService, const Clock &clock,
        TransferForm *form, QWidget *parent = nullptr);

    void setTargets(const QStringList &words);
    [[nodiscard]] QStringList targets() const;
    void focusTargets();
    [[nodiscard]] bool isBusy() const { return m_state.isBusy(); }
    [[nodiscard]] const models::TransferState &state() const { return m_state; }
    /// As its button: makes the plan, or carries out the one that is shown.
    void goOn();
    void stop();

signals:
    void busyChanged();
    /// `title`: what was done; `summary`: how its workers stand.
    void runFinished(const QString &title, const QString &summary);
    /// This worker is to be brought to a recipe.
    void recipeRequested(const QString &recipe, const podium::WorkerRef &worker);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void buildLayout();
    QBoxLayout *buildButtons();
    void connectParts();
    void plan();
    void planRest();
    void planFor(const std::vector<WorkerRef> &workers);
    void showState();
    void showTargets();
    void moveFocus();
    void tellOfGateway();

    const MakeService m_makeService;
    models::TransferState m_state;
    TransferForm *m_form;
    QString m_title;                ///< of what is under way
    std::vector<WorkerRef> m_all;   ///< its workers, and those that it is the rest of
    std::vector<WorkerRef> m_named; ///< by the targets, as they were told last
    bool m_wasBusy = false;
    NoticeBar *m_notice = nullptr;
    TargetsEdit *m_targets = nullptr;
    QPushButton *m_plan = nullptr;
    QPushButton *m_act = nullptr;
    QPushButton *m_rest = nullptr;
    QPushButton *m_stop = nullptr;
    QStackedWidget *m_results = nullptr;
};

} // namespace podium::ui
