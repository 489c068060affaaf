// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/ruletexts.h"

#include <QCoreApplication>
#include <QStringList>

namespace podium::ui {

using sshconfig::ConfigRule;

namespace {

struct RuleWords
{
    Q_DECLARE_TR_FUNCTIONS(RulesList)
};

QString scopeText(const ConfigRule &rule)
{
    QStringList places;
    for (const QString &place : {rule.zone, rule.project}) {
        if (!place.isEmpty()) {
            places << place;
        }
    }
    const QString nodes = rule.node.isEmpty() ? RuleWords::tr("All nodes") : rule.node;
    return places.isEmpty()
               ? nodes
               : RuleWords::tr("%1 in %2").arg(nodes, places.join(QStringLiteral(", ")));
}

QString routeText(const ConfigRule &rule)
{
    switch (rule.routeKind) {
    case ConfigRule::Route::Unset:
        break;
    case ConfigRule::Route::Direct:
        return RuleWords::tr("direct");
    case ConfigRule::Route::ProxyJump:
        return RuleWords::tr("through %1").arg(rule.route);
    case ConfigRule::Route::ProxyCommand:
        return RuleWords::tr("by %1").arg(rule.route);
    case ConfigRule::Route::Iap:
        return RuleWords::tr("through Google IAP");
    }
    return {};
}

QString addressText(const ConfigRule &rule)
{
    switch (rule.address) {
    case ConfigRule::Address::Unset:
        break;
    case ConfigRule::Address::External:
        return RuleWords::tr("external address");
    case ConfigRule::Address::Internal:
        return RuleWords::tr("internal address");
    }
    return {};
}

QString said(const QString &word, const QString &value)
{
    return value.isEmpty() ? QString() : QString(word + QLatin1Char(' ') + value);
}

} // namespace

QString ruleText(const ConfigRule &rule)
{
    QStringList says;
    if (rule.leaveOut) {
        says << (*rule.leaveOut ? RuleWords::tr("excluded") : RuleWords::tr("included"));
    }
    says << said(RuleWords::tr("user"), rule.user) << routeText(rule) << addressText(rule)
         << said(RuleWords::tr("alias"), rule.aliasPattern)
         << said(RuleWords::tr("key"), rule.identityFile)
         << said(RuleWords::tr("port"), rule.port == 0 ? QString() : QString::number(rule.port));
    if (rule.forwardAgent) {
        says
            << (*rule.forwardAgent ? RuleWords::tr("agent forwarded")
                                   : RuleWords::tr("agent not forwarded"));
    }
    says.removeAll(QString());
    const QString all =
        says.isEmpty() ? RuleWords::tr("sets nothing yet") : says.join(QStringLiteral(", "));
    return QStringLiteral("%1: %2").arg(scopeText(rule), all);
}

} // namespace podium::ui
