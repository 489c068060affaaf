// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/check/sshconfigresolver.h"
#include "core/sshconfig/plan/configplan.h"

#include <atomic>
#include <chrono>

namespace podium::sshconfig {

/// What ssh makes of one alias.
struct AliasCheck
{
    enum class Verdict {
        Good,
        NotWritten, ///< ssh knows nothing of it: the config has not been written
        Differs,    ///< ssh takes something else than the entry says, or what is written is older
        NoLogin,    ///< ssh knows it well, but could not log in
        Inactive,   ///< in the file as a comment only: the node is stopped …
    };
    WorkerRef worker;
    QString alias;
    Verdict verdict = Verdict::Good;
    bool loggedIn = false; ///< it was tried, and worked
    QString problem;       ///< a sentence, where it is not good, or there is more to know

    /// Nothing to mend: good, or not there for a reason.
    [[nodiscard]] bool isGood() const
    {
        return verdict == Verdict::Good || verdict == Verdict::Inactive;
    }
};

/// What to ask.
struct CheckOptions
{
    bool login = false; ///< log in as well, without ever asking for anything
    std::chrono::seconds loginLimit{30};
};

/// How far a check is, and whether it should stop. For all threads.
struct CheckProgress
{
    std::atomic<int> done{0};
    std::atomic<int> total{0};
    std::atomic<bool> isCancelled{false};
};

/// A stable word for scripts, e.g. "not-written".
[[nodiscard]] QString verdictName(AliasCheck::Verdict verdict);

/// Asks ssh about the first alias of each active entry, `limit` of them, by the config at `path`.
/// Blocks.
[[nodiscard]] std::vector<AliasCheck> checkSome(
    const SshConfigResolver &resolver, const QString &path, const std::vector<ConfigEntry> &entries,
    int limit);

/// Every alias of every entry. What is not done when it is cancelled is not among the answers.
/// `written`: what the generated config holds now, which may be older than the entries. Blocks.
[[nodiscard]] std::vector<AliasCheck> checkAll(
    const SshConfigResolver &resolver, const QString &path, const std::vector<ConfigEntry> &entries,
    const std::vector<ConfigEntry> &written, const CheckOptions &options, CheckProgress &progress);

} // namespace podium::sshconfig
