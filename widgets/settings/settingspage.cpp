// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/settingspage.h"

#include "core/models/settingsholder.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/settings/accountsection.h"
#include "widgets/settings/checksection.h"
#include "widgets/settings/cloudsection.h"
#include "widgets/settings/filesection.h"
#include "widgets/settings/looksection.h"
#include "widgets/settings/outputsection.h"
#include "widgets/settings/recipesection.h"
#include "widgets/settings/secretsection.h"
#include "widgets/settings/sshsection.h"
#include "widgets/settings/watchsection.h"

#include <QBoxLayout>
#include <QScrollArea>
#include <QSettings>

#include <algorithm>
#include <initializer_list>

namespace podium::ui {

using models::SettingsHolder;

SettingsPage::SettingsPage(
    SettingsHolder &settings, QSettings &state, bool hasTray, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_state(state)
    , m_notice(new NoticeBar)
    , m_account(new AccountSection)
    , m_cloud(new CloudSection)
    , m_ssh(new SshSection(settings.environment()))
    , m_secrets(new SecretSection)
    , m_recipes(new RecipeSection)
    , m_output(new OutputSection)
    , m_look(new AppearanceSection(hasTray))
    , m_watch(new WatchSection)
    , m_check(new CheckSection)
    , m_file(new FileSection(settings.paths().configFile()))
{
    setAccessibleName(tr("Settings page"));
    buildLayout();
    connectParts();
    m_look->setOptions(loadDesktopOptions(state));
    showSettings();
}

void SettingsPage::buildLayout()
{
    auto *inner = new QWidget;
    auto *column = new QVBoxLayout(inner);
    column->setContentsMargins(Grid * 3, Grid * 3, Grid * 3, Grid * 4);
    column->setSpacing(Grid * 3);
    column->addWidget(m_notice);
    const QList<QWidget *> sections{m_account, m_cloud, m_ssh,   m_secrets, m_recipes,
                                    m_output,  m_look,  m_watch, m_check,   m_file};
    for (QWidget *section : sections) {
        column->addWidget(section);
        if (section != sections.back()) {
            column->addWidget(new Hairline(Qt::Horizontal));
        }
    }
    column->addStretch(1);
    inner->setMaximumWidth(std::max(Grid * 100, inner->minimumSizeHint().width()));
    auto *centred = new QWidget;
    auto *row = new QHBoxLayout(centred);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(inner, 1);
    row->addStretch(0);
    auto *scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Settings"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(centred);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(scroll);
}

void SettingsPage::connectParts()
{
    connect(m_cloud, &CloudSection::edited, this, &SettingsPage::edited);
    connect(m_ssh, &SshSection::edited, this, &SettingsPage::edited);
    connect(m_recipes, &RecipeSection::edited, this, &SettingsPage::edited);
    connect(m_output, &OutputSection::edited, this, &SettingsPage::edited);
    connect(m_look, &AppearanceSection::colourSchemeEdited, this, &SettingsPage::edited);
    connect(m_look, &AppearanceSection::optionsEdited, this, [this] {
        saveDesktopOptions(m_state, m_look->options());
        emit desktopOptionsChanged();
    });
    connect(&m_settings, &SettingsHolder::changed, this, &SettingsPage::showSettings);
    connect(&m_settings, &SettingsHolder::saved, this, [this] {
        m_notice->clearNotice(m_unsaved); // what else is told holds all the same
        m_notice->clearNotice(m_unread);  // it was read before it was written
        m_file->reload();
    });
    connect(&m_settings, &SettingsHolder::reloaded, this, [this] {
        m_notice->clearNotice(m_unread);
        m_file->reload();
    });
    connect(&m_settings, &SettingsHolder::reloadFailed, this, [this](const Error &error) {
        m_notice->showError(error);
        m_unread = m_notice->number();
        m_file->reload();
    });
    connect(&m_settings, &SettingsHolder::saveFailed, this, [this](const Error &error) {
        m_notice->showError(error);
        m_unsaved = m_notice->number();
    });
}

void SettingsPage::showError(const Error &error)
{
    if (!error.isCancelled()) {
        m_notice->showError(error);
        m_failed = m_notice->number();
    }
}

void SettingsPage::clearError()
{
    m_notice->clearNotice(m_failed);
}

void SettingsPage::setCredentials(const cloud::CredentialInfo &info)
{
    m_account->setCredentials(info);
}

void SettingsPage::showSettings()
{
    const store::Settings &settings = m_settings.current();
    m_cloud->setSettings(settings);
    m_ssh->setSettings(settings, m_settings.effective());
    m_recipes->setSettings(settings);
    m_output->setSettings(settings);
    m_look->setColourScheme(settings.colourScheme);
    QStringList overtaken;
    for (Section *section : std::initializer_list<Section *>{m_cloud, m_ssh, m_recipes, m_output}) {
        overtaken += section->takeOvertaken();
    }
    if (!overtaken.isEmpty()) {
        m_notice->showNotice(
            models::Mark::Warning,
            tr("Another program has changed what you are editing: %1.")
                .arg(overtaken.join(QStringLiteral(", "))),
            tr("The file below has its value. Yours counts once you leave the field."));
        m_overtaken = m_notice->number();
    }
}

void SettingsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_settings.reload();
}

void SettingsPage::edited()
{
    m_notice->clearNotice(m_overtaken);
    const store::Settings &before = m_settings.current();
    store::Settings settings = before;
    m_cloud->applyTo(settings);
    m_ssh->applyTo(settings);
    m_recipes->applyTo(settings);
    m_output->applyTo(settings);
    settings.colourScheme = m_look->colourScheme();
    const bool same = settings.projects == before.projects &&
                      settings.refreshInterval == before.refreshInterval &&
                      settings.sshUser == before.sshUser && settings.sshPort == before.sshPort &&
                      settings.sshIdentityFiles == before.sshIdentityFiles &&
                      settings.recipeFolders == before.recipeFolders &&
                      settings.outputMemoryMiB == before.outputMemoryMiB &&
                      settings.outputDiskMiB == before.outputDiskMiB &&
                      settings.colourScheme == before.colourScheme;
    if (!same) {
        m_settings.set(settings);
    }
}

} // namespace podium::ui
