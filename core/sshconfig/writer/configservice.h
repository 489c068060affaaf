// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/sshconfig/check/aliascheck.h"
#include "core/sshconfig/plan/configplan.h"
#include "core/sshconfig/writer/configversion.h"

#include <QObject>

#include <memory>

namespace podium::sshconfig {

/// Reads, plans, writes and restores ssh config files; all blocking work in the pool.
/// Lives on the caller's thread. Refuses, with the reason and nothing touched, when in doubt.
class ConfigService final : public QObject
{
    Q_OBJECT

public:
    ConfigService(Paths paths, const Clock &clock, QObject *parent = nullptr);

    /// Reads the files and says what would change. Error Refused with the reason where the
    /// person's file must not be touched.
    void plan(
        inventory::SharedSnapshot snapshot, const ConfigOptions &options,
        Callback<Result<ConfigPlan>> done);
    /// Lock, re-read, plan, write, verify with `ssh -G`, keep the old version. Refused where most
    /// entries would be lost, unless that is allowed, and where nobody asked for it after an undo.
    void write(
        inventory::SharedSnapshot snapshot, const ConfigOptions &options, const WriteOptions &how,
        Callback<Result<WriteReport>> done);
    void versions(Callback<Result<std::vector<ConfigVersion>>> done);
    /// Puts a kept version back; 0: the newest.
    void restore(int number, Callback<Result<WriteReport>> done);
    /// Takes Podium's region and generated files away again; a version is kept.
    void remove(Callback<Result<WriteReport>> done);
    /// Asks ssh what it makes of every alias, by the files as they are, against what the entries
    /// say; and logs in, if wished. `progress` may be read, and the check cancelled, meanwhile.
    void check(
        inventory::SharedSnapshot snapshot, const ConfigOptions &options,
        const CheckOptions &wanted, std::shared_ptr<CheckProgress> progress,
        Callback<Result<std::vector<AliasCheck>>> done);

private:
    Paths m_paths;
    const Clock &m_clock;
};

} // namespace podium::sshconfig
