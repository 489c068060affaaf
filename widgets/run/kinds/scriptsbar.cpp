// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/kinds/scriptsbar.h"

#include "core/base/jobs.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/filefield.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <utility>

namespace podium::ui {

namespace {

constexpr int SettleMs = 200;

QString jobText(recipe::ProjectJob job)
{
    using recipe::ProjectJob;
    switch (job) {
    case ProjectJob::Install:
        return ScriptsBar::tr("Install");
    case ProjectJob::Test:
        return ScriptsBar::tr("Test");
    case ProjectJob::Run:
        return ScriptsBar::tr("Start training");
    case ProjectJob::Resume:
        return ScriptsBar::tr("Resume training");
    case ProjectJob::Stop:
        break;
    }
    return ScriptsBar::tr("Stop training");
}

QString jobMeaning(recipe::ProjectJob job)
{
    QString text =
        ScriptsBar::tr("Runs %1.sh as it stands on all targets.").arg(recipe::projectJobName(job));
    if (recipe::startsTogether(job)) {
        text += ScriptsBar::tr(" Starts once all have logged in; where one cannot, on none.");
    }
    if (recipe::isLong(job)) {
        text += ScriptsBar::tr(" Goes on without Podium: see Background runs.");
    }
    return text;
}

} // namespace

ScriptsBar::ScriptsBar(QWidget *parent)
    : QWidget(parent)
    , m_folder(new FileField(tr("Folder of the scripts"), FileField::Kind::Folder))
    , m_workFolder(new QLineEdit)
    , m_note(mutedLabel({}))
{
    m_workFolder->setAccessibleName(tr("Working folder on the workers"));
    m_workFolder->setPlaceholderText(QStringLiteral("~/project"));
    m_workFolder->setToolTip(
        tr("Where the scripts run on the workers; Install makes it. Empty: the home folder"));
    m_note->setWordWrap(true);
    auto *column = makeColumn(Grid, this);
    column->addWidget(buildFolders());
    column->addWidget(buildButtons());
    column->addWidget(m_note);
    m_soon.setSingleShot(true);
    m_soon.setInterval(SettleMs);
    connectAll();
    findScripts();
}

QWidget *ScriptsBar::buildFolders()
{
    auto *folders = new QWidget;
    auto *row = makeRow(Grid, folders);
    row->addWidget(m_folder, 3);
    row->addWidget(mutedLabel(tr("in")));
    row->addWidget(m_workFolder, 2);
    return folders;
}

void ScriptsBar::connectAll()
{
    connect(&m_soon, &QTimer::timeout, this, &ScriptsBar::findScripts);
    const auto findSoon = [this] { m_soon.start(); };
    connect(m_folder, &FileField::changed, &m_soon, findSoon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, findSoon);
}

QWidget *ScriptsBar::buildButtons()
{
    auto *buttons = new QWidget;
    auto *row = makeRow(Grid, buttons);
    for (const recipe::ProjectJob job : recipe::AllProjectJobs) {
        auto *button = new QPushButton(jobText(job));
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, job] { submit(job); });
        m_jobs.push_back({job, button});
    }
    row->addStretch();
    return buttons;
}

void ScriptsBar::findScripts()
{
    const QString folder = m_folder->path();
    if (!m_watcher.directories().isEmpty()) {
        m_watcher.removePaths(m_watcher.directories());
    }
    if (folder.isEmpty()) {
        show(recipe::ProjectScripts());
        return;
    }
    m_watcher.addPath(folder); // before it is read; fails where there is none
    runJob(
        this, [folder] { return recipe::findProjectScripts(folder); },
        [this, folder](const Result<recipe::ProjectScripts> &found) {
            if (folder == m_folder->path()) {
                show(found);
            }
        });
}

void ScriptsBar::show(const Result<recipe::ProjectScripts> &found)
{
    for (const Job &job : m_jobs) {
        const bool isThere = found && found->has(job.job);
        job.button->setEnabled(isThere);
        job.button->setToolTip(
            isThere ? jobMeaning(job.job)
                    : tr("There is no %1.sh in the folder.").arg(recipe::projectJobName(job.job)));
    }
    const bool isEmpty = found && found->jobs.empty();
    m_note->setText(
        !found ? found.error().text()
        : isEmpty
            ? tr("Choose the folder with your install.sh, test.sh, run.sh, resume.sh and stop.sh.")
            : QString());
    m_note->setVisible(!m_note->text().isEmpty());
}

void ScriptsBar::submit(recipe::ProjectJob job)
{
    if (std::exchange(m_isReading, true)) {
        return; // twice would be once too often
    }
    runJob(
        this,
        [folder = m_folder->path(), workFolder = m_workFolder->text(), job] {
            return recipe::projectRun(folder, job, workFolder);
        },
        [this, job](const Result<run::RunSpec> &spec) {
            m_isReading = false;
            spec ? emit submitted(*spec, recipe::isLong(job)) : emit failed(spec.error());
        });
}

} // namespace podium::ui
