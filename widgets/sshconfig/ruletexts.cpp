// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/ruletexts.h"

#include <QCoreApplication>
#include <QStringList>

namespace podium::ui {

using sshconfig::ConfigRule;

namespace {

struct Words
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
    const QString nodes = rule.node.isEmpty() ? Words::tr("All nodes") : rule.node;
    return places.isEmpty() ? nodes
                            : Words::tr("%1 in %2").arg(nodes, places.join(QStringLiteral(", ")));
}

QString routeText(const ConfigRule &rule)
{
    switch (rule.routeKind) {
    case ConfigRule::Route::Unset:
        break;
    case ConfigRule::Route::Direct:
        return Words::tr("straight");
    case ConfigRule::Route::ProxyJump:
        return Words::tr("through %1").arg(rule.route);
    case ConfigRule::Route::ProxyCommand:
        return Words::tr("by %1").arg(rule.route);
    case ConfigRule::Route::Iap:
        return Words::tr("through Google IAP");
    }
    return {};
}

QString addressText(const ConfigRule &rule)
{
    switch (rule.address) {
    case ConfigRule::Address::Unset:
        break;
    case ConfigRule::Address::External:
        return Words::tr("external address");
    case ConfigRule::Address::Internal:
        return Words::tr("internal address");
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
        says << (*rule.leaveOut ? Words::tr("left out") : Words::tr("kept in"));
    }
    says << said(Words::tr("user"), rule.user) << routeText(rule) << addressText(rule)
         << said(Words::tr("alias"), rule.aliasPattern) << said(Words::tr("key"), rule.identityFile)
         << said(Words::tr("port"), rule.port == 0 ? QString() : QString::number(rule.port));
    if (rule.forwardAgent) {
        says << (*rule.forwardAgent ? Words::tr("agent forwarded") : Words::tr("agent kept here"));
    }
    says.removeAll(QString());
    const QString all =
        says.isEmpty() ? Words::tr("says nothing yet") : says.join(QStringLiteral(", "));
    return QStringLiteral("%1: %2").arg(scopeText(rule), all);
}

} // namespace podium::ui
