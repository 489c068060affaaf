// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/settingkeys.h"

#include "core/store/config/rulesjson.h"
#include "core/store/config/settingsvisitor.h"

#include <algorithm>

namespace podium::store {

namespace {

struct Text
{
    const char *name;
    const char *what;
};

constexpr Text Texts[] = {
    {"projects", "Only these projects. Without it: all that the credentials can see."},
    {"refreshInterval", "Seconds between two refreshes while all is quiet."},
    {"credentialsFile",
     "A key file, for when GOOGLE_APPLICATION_CREDENTIALS is not set. Without it: as gcloud."},
    {"colourScheme", "Of the window: system, light or dark."},
    {"recipeFolders", "Folders with recipes besides your own, as of a lab's checkout: whole paths, "
                      "or from ~/ on. Of "
                      "one name, yours goes before those here, in their order, and these before "
                      "those that come with "
                      "Podium."},
    {"ssh.user", "The account that Podium logs in to. Without it: the login name on this machine."},
    {"ssh.port", "The port of the workers' sshd."},
    {"ssh.identityFiles",
     "Private keys to log in with, in this order. Without it: the agent's, then the usual ones."},
    {"output.memoryMiB", "How much of a run's output is kept in memory."},
    {"output.diskMiB", "How much more of it is kept in a file; 0: none."},
    {"sshConfig.aliasPattern",
     "The names of workers in the ssh config, of {node}, {worker}, {zone} and {project}."},
    {"sshConfig.user", "User in the ssh config. Without it: no such line."},
    {"sshConfig.identityFile", "IdentityFile in the ssh config. Without it: no such line."},
    {"sshConfig.port", "Port in the ssh config."},
    {"sshConfig.forwardAgent", "ForwardAgent in the ssh config."},
    {"sshConfig.rules",
     "What is otherwise for some nodes; the first rule that matches and says something counts."},
    {"sshConfig.rules[].project", "The rule is for projects of this name; may have * and ?."},
    {"sshConfig.rules[].zone", "The rule is for zones of this name; may have * and ?."},
    {"sshConfig.rules[].node", "The rule is for nodes of this name; may have * and ?."},
    {"sshConfig.rules[].aliasPattern", "As sshConfig.aliasPattern."},
    {"sshConfig.rules[].user", "As sshConfig.user."},
    {"sshConfig.rules[].identityFile", "As sshConfig.identityFile."},
    {"sshConfig.rules[].port", "As sshConfig.port."},
    {"sshConfig.rules[].forwardAgent", "As sshConfig.forwardAgent."},
    {"sshConfig.rules[].direct", "true: straight to the worker, whatever a later rule says."},
    {"sshConfig.rules[].iap", "true: through Google's Identity-Aware Proxy."},
    {"sshConfig.rules[].proxyJump", "Through these hosts, as ssh's ProxyJump."},
    {"sshConfig.rules[].proxyCommand", "Through this command, as ssh's ProxyCommand."},
    {"sshConfig.rules[].address", "external or internal: which of a worker's addresses."},
    {"sshConfig.rules[].leaveOut", "true: these nodes are not in the ssh config."},
};

class KeyDescriber final : public SettingsVisitor
{
public:
    void visit(const char *section, const char *key, QString &value) override
    {
        add(section, key, QStringLiteral("string"), value);
    }
    void visit(const char *section, const char *key, QStringList &value) override
    {
        add(section, key, QStringLiteral("list of strings"), value.join(QStringLiteral(", ")));
    }
    void visit(const char *section, const char *key, bool &value) override
    {
        const QString usual = value ? QStringLiteral("true") : QStringLiteral("false");
        add(section, key, QStringLiteral("true or false"), usual);
    }
    void visit(const char *section, const char *key, int &value, int min, int max) override
    {
        add(section, key, QStringLiteral("number from %1 to %2").arg(min).arg(max),
            QString::number(value));
    }
    void visit(const char *section, const char *key, Rules &) override
    {
        add(section, key, QStringLiteral("list of objects"), {});
        for (const QString &ruleKey : ruleKeys()) {
            put(nameOf(section, key) + QStringLiteral("[].") + ruleKey, {}, {});
        }
    }

    [[nodiscard]] std::vector<SettingKey> keys() const { return m_keys; }

private:
    static QString nameOf(const char *section, const char *key)
    {
        const QString before = section ? QLatin1String(section) + QLatin1Char('.') : QString();
        return before + QLatin1String(key);
    }
    void add(const char *section, const char *key, const QString &type, const QString &usual)
    {
        put(nameOf(section, key), type, usual);
    }
    void put(const QString &name, const QString &type, const QString &usual)
    {
        const auto text = std::find_if(std::begin(Texts), std::end(Texts), [&name](const Text &t) {
            return name == QLatin1String(t.name);
        });
        const QString what = text == std::end(Texts) ? QString() : QString::fromUtf8(text->what);
        m_keys.push_back({name, type, usual, what});
    }

    std::vector<SettingKey> m_keys;
};

} // namespace

std::vector<SettingKey> settingKeys()
{
    Settings settings;
    KeyDescriber describer;
    visitSettings(settings, describer);
    return describer.keys();
}

} // namespace podium::store
