// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/workprogress.h"
#include "core/tpu/tpusession.h"

#include <QDialog>
#include <QTimer>

#include <memory>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableView;

namespace podium::models {
class TpuModel;
}

namespace podium::ui {

class FreeLogView;

/// Who holds the TPU of a node, worker by worker; from there it is freed, after the plan was shown
/// and chosen from, and checked. Not modal. Looks at once.
class TpuDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `name`: of the node, for the title. `clock` must outlive it.
    TpuDialog(
        std::unique_ptr<tpu::TpuSession> session, const QString &name, const Clock &clock,
        QWidget *parent = nullptr);
    /// The workers are at it, and what they do ends with the dialog: it does not close meanwhile.
    [[nodiscard]] bool isFreeing() const
    {
        return m_doing == Doing::Freeing && m_session->isBusy();
    }
    void reject() override;

signals:
    /// Who holds it was asked: what was found.
    void looked(const std::vector<podium::tpu::WorkerTpu> &workers);
    /// The plan was carried out: what it came to.
    void freed(const std::vector<podium::tpu::WorkerTpu> &workers);

private:
    void buildView();
    QWidget *buildPlan();
    void buildButtons(QBoxLayout *row);
    [[nodiscard]] QWidget *buildPython();
    void startLook();
    void startCheck();
    void showState();
    void showSummary();
    void showWorkers();
    void showPlanText(bool isOther);
    /// Seconds go by; nothing else has changed.
    void growAges();
    /// Columns that have nothing take no room; a verdict has as many lines as it needs.
    void fitView();
    void keepRowsInSight();
    void showPlan(bool shown);
    void askForOthers();
    void updatePlan();
    void choose(const tpu::TpuSession::Processes &processes, bool ends);
    void toggleSelected();
    void startFree();
    void onDone();
    [[nodiscard]] QStringList allowedUsers() const;

    enum class Doing { Nothing, Looking, Freeing, Checking };
    void begin(Doing doing);

    const Clock &m_clock;
    models::WorkMeter m_work;
    QTimer m_second;
    std::unique_ptr<tpu::TpuSession> m_session;
    models::TpuModel *m_model = nullptr;
    QLabel *m_summary = nullptr;
    QTableView *m_view = nullptr;
    QTimer m_fit; ///< once for all that came at one moment
    QWidget *m_planArea = nullptr;
    QPlainTextEdit *m_plan = nullptr;
    FreeLogView *m_log = nullptr;   ///< once the TPU was freed, until the next plan
    QBoxLayout *m_others = nullptr; ///< a box to tick for each other user
    QPushButton *m_look = nullptr;
    QPushButton *m_free = nullptr;
    QPushButton *m_check = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_close = nullptr;
    QLineEdit *m_python = nullptr;
    QPushButton *m_confirm = nullptr;
    tpu::TpuSession::Processes m_spared; ///< by the person, in the plan that is shown
    Doing m_doing = Doing::Nothing;
};

} // namespace podium::ui
