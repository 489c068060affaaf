// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"

#include "core/base/jobs.h"

namespace podium::models {

SettingsHolder::SettingsHolder(
    Paths paths, store::Settings settings, const QProcessEnvironment &environment, QObject *parent)
    : QObject(parent)
    , m_paths(std::move(paths))
    , m_environment(environment)
    , m_current(std::move(settings))
    , m_written(m_current)
{}

void SettingsHolder::set(const store::Settings &settings)
{
    m_current = settings;
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
                emit saved();
            } else {
                emit saveFailed(result.error());
            }
        });
}

} // namespace podium::models
