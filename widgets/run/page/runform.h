// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/run/runspec.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace podium::ui {

class CommandEdit;
class OnDisconnectChoice;
class OptionsArea;
class RunOptions;
class TargetsEdit;

/// What is to run, where and how, as a person fills it in. It stays as it is after a run was begun.
class RunForm final : public QWidget
{
    Q_OBJECT

public:
    /// The inventory must outlive it.
    explicit RunForm(const inventory::Inventory &inventory, QWidget *parent = nullptr);

    void setTargets(const QStringList &words);
    void setCommand(const QString &command);
    void focusCommand();
    /// All of an earlier run but what each worker was given, which nobody keeps.
    void fillIn(
        const QStringList &targets, const QString &command, const run::RunSpec &options,
        bool isDetached);
    /// Oldest first, as kept from earlier sessions.
    void setCommandHistory(const QStringList &commands);
    [[nodiscard]] QStringList commandHistory() const;
    /// A command that does no harm, on a node that answers.
    void fillExample();
    /// From now on a run can be left running; shows how many are.
    void setBackgroundRuns(int count);
    void showBackgroundRuns(bool shown = true);
    /// One more, before the others; the form owns it.
    void addButton(QWidget *button);

    /// What can stand in place of the command field; the form owns it, and hides it at first.
    void setScripts(QWidget *scripts);
    void showScripts(bool shown);

    /// False while the files of a run are read: it is not begun a second time; and while there is
    /// no command field.
    [[nodiscard]] bool canSubmit() const;
    /// submitted() once its files are read; warned() of what is missing, and where that is.
    void submit();
    /// The same of a script, of which the command, title and allOrNone count.
    void submitScript(const run::RunSpec &script, bool isDetached);

signals:
    void submitRequested();
    /// What was said of an earlier try is over.
    void submitting();
    /// There is a command in it that the person did not type.
    void filledIn();
    /// `isDetached`: goes on where Podium ends.
    void submitted(const podium::run::RunSpec &spec, bool isDetached);
    void warned(const QString &warning);
    void failed(const podium::Error &error);
    void backgroundRunsToggled(bool shown);

private:
    void build();
    [[nodiscard]] QWidget *buildButtons();
    void connectParts();
    void showOptions(bool shown);
    void updateOptionsButton();
    void updateRunButton();
    /// Where it is to run; nothing, and warned(), where that is not said yet.
    [[nodiscard]] std::optional<std::vector<WorkerRef>> chosenWorkers();
    void readFilesOf(run::RunSpec spec, bool isDetached);
    void finish(const run::RunSpec &spec, bool isDetached);

    const inventory::Inventory &m_inventory;
    TargetsEdit *m_targets;
    CommandEdit *m_command;
    QWidget *m_commandFrame = nullptr;
    QWidget *m_scripts = nullptr;
    RunOptions *m_options;
    OnDisconnectChoice *m_onDisconnect;
    OptionsArea *m_optionsArea;
    QPushButton *m_runButton = nullptr;
    QToolButton *m_optionsButton = nullptr;
    QToolButton *m_backgroundButton = nullptr;
    QHBoxLayout *m_buttons = nullptr;
    bool m_canDetach = false;
};

} // namespace podium::ui
