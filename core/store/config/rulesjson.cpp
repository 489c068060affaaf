// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/rulesjson.h"

#include "core/store/config/knownkeys.h"

namespace podium::store {

namespace {

using Json = nlohmann::ordered_json;
using sshconfig::ConfigRule;
using Route = ConfigRule::Route;
using Address = ConfigRule::Address;

/// Reads one rule's members; the first that is not what it should be is noted.
class RuleReader final
{
public:
    explicit RuleReader(const Json &json) : m_json(json) {}
    [[nodiscard]] const QString &complaint() const { return m_complaint; }

    QString text(const char *key)
    {
        const auto at = m_json.find(key);
        if (at == m_json.end()) {
            return {};
        }
        if (!at->is_string()) {
            complain(key, "a string");
            return {};
        }
        return QString::fromStdString(at->get_ref<const std::string &>());
    }
    std::optional<bool> flag(const char *key)
    {
        const auto at = m_json.find(key);
        if (at == m_json.end()) {
            return std::nullopt;
        }
        if (!at->is_boolean()) {
            complain(key, "true or false");
            return std::nullopt;
        }
        return at->get<bool>();
    }
    quint16 port(const char *key)
    {
        const auto at = m_json.find(key);
        if (at == m_json.end()) {
            return 0;
        }
        const qint64 number = at->is_number_integer() ? at->get<qint64>() : -1;
        if (number < 1 || number > 65535) {
            complain(key, "a number from 1 to 65535");
            return 0;
        }
        return quint16(number);
    }
    void complain(const char *key, const char *wanted)
    {
        if (m_complaint.isEmpty()) {
            m_complaint = QStringLiteral("sshConfig.rules: %1 must be %2.")
                              .arg(QLatin1String(key), QLatin1String(wanted));
        }
    }

private:
    const Json &m_json;
    QString m_complaint;
};

void readRoute(RuleReader &reader, ConfigRule &rule)
{
    const QString jump = reader.text("proxyJump");
    const QString command = reader.text("proxyCommand");
    const bool direct = reader.flag("direct").value_or(false);
    const bool iap = reader.flag("iap").value_or(false);
    if (int(direct) + int(iap) + int(!jump.isEmpty()) + int(!command.isEmpty()) > 1) {
        reader.complain("proxyJump", "alone, without proxyCommand, iap and direct");
    }
    rule.routeKind = !jump.isEmpty()      ? Route::ProxyJump
                     : !command.isEmpty() ? Route::ProxyCommand
                     : iap                ? Route::Iap
                     : direct             ? Route::Direct
                                          : Route::Unset;
    rule.route = jump.isEmpty() ? command : jump;
}

void readAddress(RuleReader &reader, ConfigRule &rule)
{
    const QString address = reader.text("address");
    if (address == QLatin1String("external")) {
        rule.address = Address::External;
    } else if (address == QLatin1String("internal")) {
        rule.address = Address::Internal;
    } else if (!address.isEmpty()) {
        reader.complain("address", "external or internal");
    }
}

void putText(Json &json, const char *key, const QString &value)
{
    if (!value.isEmpty()) {
        json[key] = value.toStdString();
    }
}

void putFlag(Json &json, const char *key, std::optional<bool> value)
{
    if (value) {
        json[key] = *value;
    }
}

Json ruleToJson(const ConfigRule &rule)
{
    Json json = Json::object();
    putText(json, "project", rule.project);
    putText(json, "zone", rule.zone);
    putText(json, "node", rule.node);
    putText(json, "aliasPattern", rule.aliasPattern);
    putText(json, "user", rule.user);
    putText(json, "identityFile", rule.identityFile);
    if (rule.port != 0) {
        json["port"] = rule.port;
    }
    putFlag(json, "forwardAgent", rule.forwardAgent);
    if (rule.routeKind == Route::Direct) {
        json["direct"] = true;
    } else if (rule.routeKind == Route::Iap) {
        json["iap"] = true;
    } else if (rule.routeKind != Route::Unset) {
        putText(
            json, rule.routeKind == Route::ProxyJump ? "proxyJump" : "proxyCommand", rule.route);
    }
    if (rule.address != Address::Unset) {
        json["address"] = rule.address == Address::External ? "external" : "internal";
    }
    putFlag(json, "leaveOut", rule.leaveOut);
    return json;
}

} // namespace

QStringList ruleKeys()
{
    return {QStringLiteral("project"),   QStringLiteral("zone"),
            QStringLiteral("node"),      QStringLiteral("aliasPattern"),
            QStringLiteral("user"),      QStringLiteral("identityFile"),
            QStringLiteral("port"),      QStringLiteral("forwardAgent"),
            QStringLiteral("direct"),    QStringLiteral("iap"),
            QStringLiteral("proxyJump"), QStringLiteral("proxyCommand"),
            QStringLiteral("address"),   QStringLiteral("leaveOut")};
}

Json rulesToJson(const std::vector<ConfigRule> &rules)
{
    Json list = Json::array();
    for (const ConfigRule &rule : rules) {
        list.push_back(ruleToJson(rule));
    }
    return list;
}

QString rulesFromJson(const Json &json, std::vector<ConfigRule> &rules)
{
    if (!json.is_array()) {
        return QStringLiteral("sshConfig.rules must be a list of objects.");
    }
    std::vector<ConfigRule> read;
    for (const Json &item : json) {
        if (!item.is_object()) {
            return QStringLiteral("sshConfig.rules must be a list of objects.");
        }
        const QString unknown = unknownKeyIn(item, ruleKeys(), QStringLiteral("sshConfig.rules"));
        if (!unknown.isEmpty()) {
            return unknown;
        }
        RuleReader reader(item);
        ConfigRule rule;
        rule.project = reader.text("project");
        rule.zone = reader.text("zone");
        rule.node = reader.text("node");
        rule.aliasPattern = reader.text("aliasPattern");
        rule.user = reader.text("user");
        rule.identityFile = reader.text("identityFile");
        rule.port = reader.port("port");
        rule.forwardAgent = reader.flag("forwardAgent");
        readRoute(reader, rule);
        readAddress(reader, rule);
        rule.leaveOut = reader.flag("leaveOut");
        if (!reader.complaint().isEmpty()) {
            return reader.complaint();
        }
        read.push_back(rule);
    }
    rules = std::move(read);
    return {};
}

} // namespace podium::store
