// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sshconfig/plan/configplan.h"

#include <QRegularExpression>

namespace podium::sshconfig {

/// How one worker is reached, once all rules have spoken.
struct Reach
{
    QString aliasPattern;
    QString user;
    QString identityFile;
    quint16 port = 22;
    bool forwardAgent = false;
    QString proxyJump;
    QString proxyCommand;
    bool isThroughIap = false;
    ConfigRule::Address address = ConfigRule::Address::Unset;
    bool isLeftOut = false;

    [[nodiscard]] bool hasRoute() const
    {
        return isThroughIap || !proxyJump.isEmpty() || !proxyCommand.isEmpty();
    }
};

/// The options and their rules, made ready for many questions.
class ReachRules final
{
public:
    /// `options` must outlive it.
    explicit ReachRules(const ConfigOptions &options);
    [[nodiscard]] Reach reachOf(const WorkerRef &worker) const;

private:
    struct Globs
    {
        QRegularExpression project;
        QRegularExpression zone;
        QRegularExpression node;
    };
    [[nodiscard]] bool applies(std::size_t rule, const NodeRef &node) const;

    const ConfigOptions &m_options;
    std::vector<Globs> m_globs;
};

/// InvalidArgument, with a sentence for the person, where a text could break the file or mean
/// something else in it than it says.
[[nodiscard]] Result<> checkOptions(const ConfigOptions &options);

} // namespace podium::sshconfig
