// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/settingsvisitor.h"

namespace podium::store {

static constexpr int MinInterval = 5;
static constexpr int MaxInterval = 86400;

void visitSettings(Settings &settings, SettingsVisitor &visitor)
{
    visitor.visit(nullptr, "projects", settings.projects);
    int seconds = int(settings.refreshInterval.count());
    visitor.visit(nullptr, "refreshInterval", seconds, MinInterval, MaxInterval);
    settings.refreshInterval = std::chrono::seconds(seconds);
    visitor.visit(nullptr, "credentialsFile", settings.credentialsFile);
    visitor.visit(nullptr, "colourScheme", settings.colourScheme);
    visitor.visit(nullptr, "recipeFolders", settings.recipeFolders);

    visitor.visit("ssh", "user", settings.sshUser);
    int port = settings.sshPort;
    visitor.visit("ssh", "port", port, 1, 65535);
    settings.sshPort = quint16(port);
    visitor.visit("ssh", "identityFiles", settings.sshIdentityFiles);

    visitor.visit("output", "memoryMiB", settings.outputMemoryMiB, 16, 1024);
    visitor.visit("output", "diskMiB", settings.outputDiskMiB, 0, 1024 * 1024);

    sshconfig::ConfigOptions &config = settings.sshConfig;
    visitor.visit("sshConfig", "aliasPattern", config.aliasPattern);
    visitor.visit("sshConfig", "user", config.user);
    visitor.visit("sshConfig", "identityFile", config.identityFile);
    int configPort = config.port;
    visitor.visit("sshConfig", "port", configPort, 1, 65535);
    config.port = quint16(configPort);
    visitor.visit("sshConfig", "forwardAgent", config.forwardAgent);
    visitor.visit("sshConfig", "rules", config.rules);
}

} // namespace podium::store
