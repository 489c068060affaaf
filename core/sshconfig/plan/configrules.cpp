// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/configrules.h"

#include "core/sshconfig/plan/aliases.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::sshconfig {

namespace {

QRegularExpression compiled(const QString &glob)
{
    return QRegularExpression(QRegularExpression::wildcardToRegularExpression(
        glob.isEmpty() ? QStringLiteral("*") : glob));
}

/// What the first rule that says something says.
struct Said
{
    const ConfigRule *pattern = nullptr;
    const ConfigRule *user = nullptr;
    const ConfigRule *identity = nullptr;
    const ConfigRule *port = nullptr;
    const ConfigRule *agent = nullptr;
    const ConfigRule *route = nullptr;
    const ConfigRule *address = nullptr;
    const ConfigRule *leaveOut = nullptr;

    void hear(const ConfigRule &rule)
    {
        const auto first = [&rule](const ConfigRule *&place, bool says) {
            place = !place && says ? &rule : place;
        };
        first(pattern, !rule.aliasPattern.isEmpty());
        first(user, !rule.user.isEmpty());
        first(identity, !rule.identityFile.isEmpty());
        first(port, rule.port != 0);
        first(agent, rule.forwardAgent.has_value());
        first(route, rule.routeKind != ConfigRule::Route::Unset);
        first(address, rule.address != ConfigRule::Address::Unset);
        first(leaveOut, rule.leaveOut.has_value());
    }
};

bool hasControl(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 || c.unicode() == 0x7f;
    });
}

Result<> invalid(const QString &what, const QString &text, const QString &why)
{
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral("The %1 \"%2\" cannot be written into an ssh config.").arg(what, text),
         why});
}

Result<> checkPattern(const QString &pattern)
{
    QString bare = pattern;
    for (const QString &token :
         {QStringLiteral("{node}"), QStringLiteral("{worker}"), QStringLiteral("{zone}"),
          QStringLiteral("{project}")}) {
        bare.replace(token, QStringLiteral("x"));
    }
    if (!isPlainName(bare)) {
        return invalid(
            QStringLiteral("alias pattern"), pattern,
            QStringLiteral("It takes letters, digits, '.', '_', '-' and {node}, {worker}, {zone}, "
                           "{project}."));
    }
    return {};
}

Result<> checkUser(const QString &user)
{
    static const QRegularExpression plain(QStringLiteral(R"(\A[A-Za-z0-9_][A-Za-z0-9._@-]*\z)"));
    if (!user.isEmpty() && !plain.match(user).hasMatch()) {
        return invalid(
            QStringLiteral("user name"), user,
            QStringLiteral("It takes letters, digits, '.', '_', '-' and '@'."));
    }
    return {};
}

Result<> checkIdentity(const QString &path)
{
    if (hasControl(path) || path.contains(QLatin1Char('"')) || path.contains(QLatin1Char('\\'))) {
        return invalid(
            QStringLiteral("key file"), path,
            QStringLiteral("A quote, a backslash or a control character in a path means something "
                           "else there."));
    }
    return {};
}

Result<> checkRoute(const ConfigRule &rule)
{
    const bool hasRoute = rule.routeKind == ConfigRule::Route::ProxyJump ||
                          rule.routeKind == ConfigRule::Route::ProxyCommand;
    if (!hasRoute) {
        return {};
    }
    static const QRegularExpression jump(
        QStringLiteral(R"(\A[A-Za-z0-9_\[][A-Za-z0-9._@:,\[\]/-]*\z)"));
    if (rule.routeKind == ConfigRule::Route::ProxyJump && !jump.match(rule.route).hasMatch()) {
        return invalid(
            QStringLiteral("jump"), rule.route, QStringLiteral("It takes [user@]machine[:port]."));
    }
    if (rule.route.trimmed().isEmpty() || hasControl(rule.route)) {
        return invalid(
            QStringLiteral("proxy command"), rule.route,
            QStringLiteral("It takes one line with a command."));
    }
    return {};
}

} // namespace

ReachRules::ReachRules(const ConfigOptions &options) : m_options(options)
{
    for (const ConfigRule &rule : options.rules) {
        m_globs.push_back({compiled(rule.project), compiled(rule.zone), compiled(rule.node)});
    }
}

bool ReachRules::applies(std::size_t rule, const NodeRef &node) const
{
    const Globs &globs = m_globs[rule];
    return globs.project.match(node.project.text()).hasMatch() &&
           globs.zone.match(node.zone.text()).hasMatch() &&
           globs.node.match(node.name.text()).hasMatch();
}

Reach ReachRules::reachOf(const WorkerRef &worker) const
{
    Said said;
    for (std::size_t i = 0; i < m_globs.size(); ++i) {
        if (applies(i, worker.node)) {
            said.hear(m_options.rules[i]);
        }
    }
    Reach reach;
    reach.aliasPattern = said.pattern ? said.pattern->aliasPattern : m_options.aliasPattern;
    reach.user = said.user ? said.user->user : m_options.user;
    reach.identityFile = said.identity ? said.identity->identityFile : m_options.identityFile;
    reach.port = said.port ? said.port->port : m_options.port;
    reach.forwardAgent = said.agent ? *said.agent->forwardAgent : m_options.forwardAgent;
    reach.isLeftOut = said.leaveOut && *said.leaveOut->leaveOut;
    if (said.address) {
        reach.address = said.address->address;
    }
    if (said.route && said.route->routeKind == ConfigRule::Route::ProxyJump) {
        reach.proxyJump = said.route->route;
    } else if (said.route && said.route->routeKind == ConfigRule::Route::ProxyCommand) {
        reach.proxyCommand =
            fillPattern(said.route->route.trimmed(), worker.node.name.text(), worker);
    } else if (said.route && said.route->routeKind == ConfigRule::Route::Iap) {
        reach.isThroughIap = true;
    }
    return reach;
}

Result<> checkOptions(const ConfigOptions &options)
{
    std::vector<ConfigRule> all = options.rules;
    all.emplace_back();
    all.back().aliasPattern = options.aliasPattern;
    all.back().user = options.user;
    all.back().identityFile = options.identityFile;
    if (options.aliasPattern.isEmpty()) {
        return checkPattern(options.aliasPattern);
    }
    for (const ConfigRule &rule : all) {
        const Result<> pattern =
            rule.aliasPattern.isEmpty() ? Result<>() : checkPattern(rule.aliasPattern);
        for (const auto &checked :
             {pattern, checkUser(rule.user), checkIdentity(rule.identityFile), checkRoute(rule)}) {
            if (!checked) {
                return checked;
            }
        }
    }
    return {};
}

} // namespace podium::sshconfig
