// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/sshconfig/writer/configwriter.h"
#include "tests/fakes/nodes.h"

#include <QHash>
#include <QTemporaryDir>

namespace podium::tests {

/// A home folder of a test's own, with what is needed to look into its ssh files.
class SshHome final
{
public:
    SshHome();

    [[nodiscard]] QString path(const QString &below = QString()) const;
    [[nodiscard]] Paths paths() const;
    [[nodiscard]] sshconfig::ConfigWriter writer() const;

    /// Makes the file below the home with its folders, mode 0600.
    void put(const QString &below, const QByteArray &bytes, int mode = 0600) const;
    void putConfig(const QByteArray &bytes) const { put(QStringLiteral(".ssh/config"), bytes); }
    /// Null where there is no such file.
    [[nodiscard]] QByteArray read(const QString &below) const;
    [[nodiscard]] QByteArray config() const { return read(QStringLiteral(".ssh/config")); }
    [[nodiscard]] int mode(const QString &below) const;

    /// What the real ssh says of a name; empty where it refuses the config.
    [[nodiscard]] QByteArray resolve(const QByteArray &name) const;
    /// One keyword of it.
    [[nodiscard]] QByteArray value(const QByteArray &name, const QByteArray &keyword) const;
    /// All files below the home with their bytes, without the folder of kept versions.
    [[nodiscard]] QHash<QString, QByteArray> everything() const;
    /// Files with ".podium-" in their names: none may ever stay.
    [[nodiscard]] QStringList leftovers() const;

private:
    QTemporaryDir m_folder;
};

/// While it lives, the ssh that programs find agrees to everything and says nothing: where a test
/// plays a round whose proof was seen before, and asks the real ssh afterwards.
class AgreeableSsh final
{
public:
    AgreeableSsh();
    ~AgreeableSsh();
    AgreeableSsh(const AgreeableSsh &) = delete;
    AgreeableSsh &operator=(const AgreeableSsh &) = delete;

private:
    QTemporaryDir m_folder;
    QByteArray m_path;
};

/// A snapshot with one node of one worker, tpu1.
[[nodiscard]] inventory::Snapshot oneNode(const QString &address = QStringLiteral("35.0.0.1"));
/// A snapshot with a node of one worker and a pod of eight.
[[nodiscard]] inventory::Snapshot twoNodes();
[[nodiscard]] sshconfig::ConfigOptions usualOptions();
/// Removes Podium's region by its marks alone, without Podium's own code.
[[nodiscard]] QByteArray withoutRegion(QByteArray config);

} // namespace podium::tests
