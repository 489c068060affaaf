// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/models/sshconfig/planfilemodel.h"

#include <QWidget>

class QLabel;
class QListView;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace podium::models {
class PlanFileModel;
class SettingsHolder;
class SshConfigState;
} // namespace podium::models

namespace podium::sshconfig {
struct WriteReport;
}

namespace podium::ui {

class ChangesPanel;
class CheckButton;
class CheckPanel;
class EmptyState;
class MarkWidget;
class NoticeBar;
class OptionsPanel;

/// What would be in the ssh config and what is, side by side; writing it, and going back.
class SshPage final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive it.
    SshPage(
        models::SshConfigState &state, models::SettingsHolder &settings, const Clock &clock,
        QWidget *parent = nullptr);
    /// The change is to be seen, and Write to have the focus as soon as it is.
    void showChange();
    /// Each alias through ssh, as soon as it is known which there are.
    void checkAliases();

    /// On what goes back to an earlier version.
    void focusVersions();

private:
    [[nodiscard]] QWidget *buildHeader();
    void buildButtons();
    [[nodiscard]] QWidget *buildSide();
    [[nodiscard]] QWidget *buildBody();
    void connectParts();
    void connectCheck();
    /// Asks first where most hosts would be lost.
    void write();
    void startCheck();
    void leaveCheck();
    void dropOldVerdicts();
    void showButtons();
    void showFiles(std::vector<models::PlanFile> files);
    void fitFiles();
    void showState();
    void showSummary();
    void showVersions();
    void showPlan();
    void showFile();
    void showWritten(const sshconfig::WriteReport &report, bool restored);

    models::SshConfigState &m_state;
    models::SettingsHolder &m_settings;
    const Clock &m_clock;
    models::PlanFileModel *m_files = nullptr;
    MarkWidget *m_mark = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_hint = nullptr;
    QPushButton *m_write = nullptr;
    QToolButton *m_undo = nullptr;
    QMenu *m_undoMenu = nullptr;
    NoticeBar *m_notice = nullptr;
    QListView *m_fileView = nullptr;
    OptionsPanel *m_options = nullptr;
    QLabel *m_warnings = nullptr;
    QStackedWidget *m_stack = nullptr;
    EmptyState *m_nothing = nullptr;
    ChangesPanel *m_changes = nullptr;
    CheckPanel *m_checkPanel = nullptr;
    CheckButton *m_check = nullptr;
    bool m_showsCheck = false; ///< instead of the changes
    bool m_isFilling = false;  ///< files come and go, and nobody chooses one
    int m_planNumber = 0;
    int m_shownRevision = -1;    ///< of the state: what the changes on the page are of
    int m_checkedRevision = -1;  ///< what the verdicts are of
    bool m_focusesWrite = false; ///< as soon as there is something to write
    bool m_tellsOfWrite = false; ///< the notice is about a write that still stands
    int m_toldVersion = 0;       ///< what was there before that one
    int m_overtaken = 0;         ///< number of the notice that others have changed an option
};

} // namespace podium::ui
