// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace podium::models {

/// What a write of the generated ssh config does to one worker's entry. A value.
struct AliasChange
{
    enum class Kind { Removed, Changed, Added };
    Kind kind = Kind::Added;
    QString aliases;         ///< "tpu1, tpu1-0"
    QString oldAddress;      ///< empty: there was no entry
    QString newAddress;      ///< empty: there will be none
    QString hostKey;         ///< the fingerprint that will be expected, or how it is come by
    QStringList others;      ///< what else differs: "user ada → milo"; why it is inactive
    bool isInactive = false; ///< a comment, which ssh does not see
    bool operator==(const AliasChange &) const = default;
};

struct AliasChanges
{
    std::vector<AliasChange> changes; ///< Removed, then Changed, then Added, each in its order
    int unchanged = 0;
    bool operator==(const AliasChanges &) const = default;
};

/// From the files as they are and as they would be. Pure; may run on any thread.
[[nodiscard]] AliasChanges aliasChanges(const sshconfig::ConfigPlan &plan);

/// A write changes what ssh reads of this worker in the generated files. Pure.
[[nodiscard]] bool changesWorker(const sshconfig::ConfigPlan &plan, const WorkerRef &worker);

/// "2 hosts removed · 1 address changed · 12 hosts added · 3 inactive added · 76
/// unchanged".
[[nodiscard]] QString aliasChangesText(const AliasChanges &changes);

} // namespace podium::models
