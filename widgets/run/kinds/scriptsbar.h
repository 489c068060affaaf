// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/projectscripts.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;

namespace podium::ui {

class FileField;

/// The scripts of a project as a set: its folder here, where it works on the workers, and a button
/// for each job that has a script. A script is read when its button is pressed.
class ScriptsBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ScriptsBar(QWidget *parent = nullptr);

signals:
    /// Without its workers. `isDetached`: it is to go on without Podium.
    void submitted(const podium::run::RunSpec &script, bool isDetached);
    void failed(const podium::Error &error);

private:
    struct Job
    {
        recipe::ProjectJob job;
        QPushButton *button;
    };
    [[nodiscard]] QWidget *buildFolders();
    [[nodiscard]] QWidget *buildButtons();
    void connectAll();
    void findScripts();
    void show(const Result<recipe::ProjectScripts> &found);
    void submit(recipe::ProjectJob job);

    FileField *m_folder;
    QLineEdit *m_workFolder;
    QLabel *m_note;
    std::vector<Job> m_jobs;
    QFileSystemWatcher m_watcher;
    QTimer m_soon; ///< a path is typed letter by letter
    bool m_isReading = false;
};

} // namespace podium::ui
