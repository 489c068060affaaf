// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"

#include "core/base/jobs.h"

#include <QFileInfo>

#include <utility>

namespace podium::models {

namespace {

constexpr int ReadPauseMs = 300;

} // namespace

SettingsHolder::SettingsHolder(
    Paths paths, store::Settings settings, const QProcessEnvironment &environment, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_environment(environment)
    , m_current(std::move(settings))
    , m_written(m_current)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(ReadPauseMs);
    connect(&m_soon, &QTimer::timeout, this, &SettingsHolder::reload);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, [this] { m_soon.start(); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, [this] { m_soon.start(); });
    watch();
}

void SettingsHolder::set(const store::Settings &settings)
{
    m_current = settings;
    m_isStale = m_isReading;
    save(settings);
    emit changed();
}

store::Settings SettingsHolder::effective() const
{
    // An environment that makes no sense is refused at the start of the program.
    return store::applyEnvironment(m_current, m_environment).value_or(m_current);
}

void SettingsHolder::save(const store::Settings &settings)
{
    if (m_saving) {
        m_next = settings;
        return;
    }
    m_saving = true;
    runJob(
        this,
        [paths = m_paths, before = m_written, settings] {
            return store::saveChanges(paths, before, settings);
        },
        [this, settings](const Result<> &result) {
            m_saving = false;
            if (result) {
                m_written = settings;
            }
            if (m_next) {
                save(*std::exchange(m_next, std::nullopt));
            } else if (result) {
                m_soon.start(); // the file may have more than was set here
                emit saved();
            } else {
                emit saveFailed(result.error());
            }
        });
}

void SettingsHolder::reload()
{
    if (m_saving) {
        return; // it is read after that
    }
    if (m_isReading) {
        m_isStale = true;
        return;
    }
    m_isReading = true;
    watch();
    runJob(
        this, [paths = m_paths] { return store::loadSettings(paths); },
        [this](const Result<store::Settings> &there) {
            m_isReading = false;
            if (std::exchange(m_isStale, false)) {
                m_soon.start();
            } else if (there) {
                takeUp(*there);
                emit reloaded();
            } else {
                emit reloadFailed(there.error());
            }
        });
}

/// What was set here and could not be written stays.
void SettingsHolder::takeUp(const store::Settings &there)
{
    const store::Settings next = store::withChanges(there, m_written, m_current);
    m_written = there;
    if (!store::areSame(next, m_current)) {
        m_current = next;
        emit changed();
    }
}

/// Anew each time: a file that was replaced is another one.
void SettingsHolder::watch()
{
    const QStringList watched = m_watcher.files();
    if (!watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    for (const QString &path : {m_paths.configDir, m_paths.configFile()}) {
        if (QFileInfo::exists(path)) {
            m_watcher.addPath(path);
        }
    }
}

} // namespace podium::models
