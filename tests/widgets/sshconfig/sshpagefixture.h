// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/models/settingsholder.h"
#include "core/models/sshconfig/sshconfigstate.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/fakenodesource.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "widgets/sshconfig/sshpage.h"

#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>

namespace podium::tests {

/// The page over real files in a home of its own.
struct SshPageFixture
{
    explicit SshPageFixture(const QByteArray &ownConfig = "Host gateway\n    User matt\n")
        : paths{home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")}
        , settings(paths, store::Settings(), QProcessEnvironment())
        , inventory(source, nullptr, clock)
        , service(paths, clock)
        , ssh(
              inventory, service, [this] { return settings.effective().sshConfig; }, clock)
        , page(ssh, settings, clock)
    {
        QDir().mkpath(paths.sshDir());
        QFile own(paths.sshConfigFile());
        own.open(QIODevice::WriteOnly);
        own.write(ownConfig);
        own.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        QObject::connect(
            &settings, &models::SettingsHolder::changed, &ssh, [this] { ssh.replan(); });
        page.resize(1100, 700);
        page.show();
    }
    void ask(const inventory::Snapshot &snapshot)
    {
        source.set(snapshot);
        inventory.refresh();
    }
    [[nodiscard]] QByteArray ownConfig() const
    {
        QFile file(paths.sshConfigFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QPushButton *write() const { return byName<QPushButton>(page, "Write"); }

    QTemporaryDir home;
    Paths paths;
    ManualClock clock;
    FakeNodeSource source;
    models::SettingsHolder settings;
    inventory::Inventory inventory;
    sshconfig::ConfigService service;
    models::SshConfigState ssh;
    ui::SshPage page;
};

} // namespace podium::tests
