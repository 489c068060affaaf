// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/composition/sshroutes.h"

#include "core/base/jobs.h"
#include "core/sshconfig/plan/aliases.h"
#include "core/sshconfig/plan/configrules.h"
#include "core/sshconfig/plan/workerroute.h"

#include <memory>
#include <utility>

namespace podium::app {

namespace {

constexpr qint64 KeyLookLastsMs = 3000;

bool matters(const QByteArray &keyword, bool isOwn)
{
    // What the machine's own config asks for beside the way is nobody's wish in particular.
    return ssh::decidesRoute(keyword) || (isOwn && ssh::mayBeIgnored(keyword));
}

ssh::EffectiveConfig configOf(const sshconfig::EffectiveConfigs::Answer &answer)
{
    ssh::EffectiveConfig config;
    config.name = answer.name;
    for (const auto &[keyword, value] : answer.options) {
        config.options << ssh::EffectiveOption{keyword, value};
    }
    config.written = answer.written;
    if (!answer.hostName.isEmpty()) {
        config.options << ssh::EffectiveOption{"hostname", answer.hostName};
        config.written << "hostname";
    }
    config.problem = answer.problem;
    return config;
}

ReachByRules::ReachOf reachBy(sshconfig::ConfigOptions options)
{
    struct Rules
    {
        explicit Rules(sshconfig::ConfigOptions all) : options(std::move(all)), rules(options) {}
        const sshconfig::ConfigOptions options;
        const sshconfig::ReachRules rules;
    };
    const auto shared = std::make_shared<const Rules>(std::move(options));
    return [shared](const cloud::Node &node, int index) {
        const WorkerRef ref{node.ref, index};
        const sshconfig::Reach reach = shared->rules.reachOf(ref);
        run::WorkerReach found;
        found.configName = sshconfig::fillPattern(reach.aliasPattern, node.ref.name.text(), ref);
        if (reach.hasRoute()) {
            const sshconfig::WorkerWay way =
                sshconfig::wayTo(ref, node.workers[std::size_t(index)], reach);
            found.address = way.problem.isEmpty() ? way.hostName : QString();
            found.proxyJump = way.proxyJump;
            found.proxyCommand = way.proxyCommand;
            found.problem = way.problem;
        }
        return found;
    };
}

} // namespace

SshRoutes::SshRoutes(const Paths &paths, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_configs(paths, matters, clock)
{
    m_keyLooks.setMaxThreadCount(1);
}

void SshRoutes::ask(const ssh::Endpoint &endpoint, const Callback<ssh::Route> &callback)
{
    withKeyNeeds(endpoint.identityFiles, [this, endpoint, callback](const QStringList &needs) {
        m_configs.ask(
            {endpoint.configName, endpoint.address, endpoint.user, endpoint.port},
            Callback<sshconfig::EffectiveConfigs::Answer>(
                this, [endpoint, callback, needs](const auto &answer) {
                    callback(ssh::chooseRoute(endpoint, configOf(answer), needs));
                }));
    });
}

void SshRoutes::withKeyNeeds(const QStringList &identityFiles, const Needs &then)
{
    const QString key = identityFiles.join(QLatin1Char('\n'));
    KeyListing &look = m_keys[key];
    if (look.needs && m_clock.monotonicMs() - look.takenAtMs < KeyLookLastsMs) {
        then(*look.needs);
        return;
    }
    look.waiting.push_back(then);
    if (look.waiting.size() > 1) {
        return;
    }
    runJobIn(
        m_keyLooks, this, [identityFiles] { return ssh::needsOfKeyFiles(identityFiles); },
        [this, key](const QStringList &needs) {
            KeyListing &taken = m_keys[key];
            taken.needs = needs;
            taken.takenAtMs = m_clock.monotonicMs();
            for (const Needs &waiting : std::exchange(taken.waiting, {})) {
                waiting(needs);
            }
        });
}

const ReachByRules::ReachOf &ReachByRules::of(const sshconfig::ConfigOptions &options)
{
    if (m_options != options) {
        m_options = options;
        m_reachOf = reachBy(options);
    }
    return m_reachOf;
}

} // namespace podium::app
