// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/settings.h"

#include "core/base/files.h"
#include "core/store/config/knownkeys.h"
#include "core/store/config/rulesjson.h"
#include "core/store/config/settingsvisitor.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace podium::store {

namespace {

/// Keeps the order of the person's keys.
using Json = nlohmann::ordered_json;
using Rules = SettingsVisitor::Rules;

/// Collects the keys that there are, section by section; null: the whole file's own.
class KeyCollector final : public SettingsVisitor
{
public:
    void visit(const char *section, const char *key, QString &) override { add(section, key); }
    void visit(const char *section, const char *key, QStringList &) override { add(section, key); }
    void visit(const char *section, const char *key, bool &) override { add(section, key); }
    void visit(const char *section, const char *key, int &, int, int) override
    {
        add(section, key);
    }
    void visit(const char *section, const char *key, Rules &) override { add(section, key); }

    /// What to say of the first key that is none of them.
    [[nodiscard]] QString unknownKey(const Json &json) const
    {
        QString unknown = unknownKeyIn(json, m_keys.value(QString()), {});
        for (auto at = m_keys.begin(); at != m_keys.end() && unknown.isEmpty(); ++at) {
            const auto section = json.find(at.key().toStdString());
            if (section != json.end() && section->is_object()) {
                unknown = unknownKeyIn(*section, *at, at.key());
            }
        }
        return unknown;
    }

private:
    void add(const char *section, const char *key)
    {
        m_keys[QString()] << QLatin1String(section ? section : key);
        if (section) {
            m_keys[QLatin1String(section)] << QLatin1String(key);
        }
    }

    QMap<QString, QStringList> m_keys;
};

class Reader final : public SettingsVisitor
{
public:
    explicit Reader(const Json &json) : m_json(json) {}
    [[nodiscard]] const QString &complaint() const { return m_complaint; }

    void visit(const char *section, const char *key, QString &value) override
    {
        const Json *json = find(section, key);
        if (json && json->is_string()) {
            value = text(*json);
        } else if (json) {
            complain(section, key, QStringLiteral("a string"));
        }
    }
    void visit(const char *section, const char *key, QStringList &value) override
    {
        const Json *json = find(section, key);
        if (!json) {
            return;
        }
        const bool areTexts =
            json->is_array() &&
            std::all_of(json->begin(), json->end(), [](const Json &j) { return j.is_string(); });
        if (!areTexts) {
            complain(section, key, QStringLiteral("a list of strings"));
            return;
        }
        value.clear();
        for (const Json &item : *json) {
            value << text(item);
        }
    }
    void visit(const char *section, const char *key, bool &value) override
    {
        const Json *json = find(section, key);
        if (json && json->is_boolean()) {
            value = json->get<bool>();
        } else if (json) {
            complain(section, key, QStringLiteral("true or false"));
        }
    }
    void visit(const char *section, const char *key, int &value, int min, int max) override
    {
        const Json *json = find(section, key);
        if (!json) {
            return;
        }
        const qint64 number = json->is_number_integer() ? json->get<qint64>() : -1;
        if (number < min || number > max) {
            complain(section, key, QStringLiteral("a number from %1 to %2").arg(min).arg(max));
            return;
        }
        value = int(number);
    }
    void visit(const char *section, const char *key, Rules &value) override
    {
        const Json *json = find(section, key);
        const QString complaint = json ? rulesFromJson(*json, value) : QString();
        if (m_complaint.isEmpty()) {
            m_complaint = complaint;
        }
    }

private:
    static QString text(const Json &json)
    {
        return QString::fromStdString(json.get_ref<const std::string &>());
    }
    const Json *find(const char *section, const char *key)
    {
        const Json *object = &m_json;
        if (section) {
            const auto at = m_json.find(section);
            if (at == m_json.end()) {
                return nullptr;
            }
            if (!at->is_object()) {
                complain(nullptr, section, QStringLiteral("an object"));
                return nullptr;
            }
            object = &*at;
        }
        const auto at = object->find(key);
        return at != object->end() ? &*at : nullptr;
    }
    void complain(const char *section, const char *key, const QString &wanted)
    {
        if (m_complaint.isEmpty()) {
            const QString name = section ? QLatin1String(section) + QLatin1Char('.') : QString();
            m_complaint = QStringLiteral("%1 must be %2.").arg(name + QLatin1String(key), wanted);
        }
    }

    const Json &m_json;
    QString m_complaint;
};

/// Writes what differs from the defaults or is in the file already, but for what is as known.
class Writer final : public SettingsVisitor
{
public:
    Writer(Json &json, const Json &defaults, const Json &known)
        : m_json(json)
        , m_defaults(defaults)
        , m_known(known)
    {}

    void visit(const char *section, const char *key, QString &value) override
    {
        put(section, key, value.toStdString());
    }
    void visit(const char *section, const char *key, QStringList &value) override
    {
        Json list = Json::array();
        for (const QString &item : value) {
            list.push_back(item.toStdString());
        }
        put(section, key, std::move(list));
    }
    void visit(const char *section, const char *key, bool &value) override
    {
        put(section, key, value);
    }
    void visit(const char *section, const char *key, int &value, int, int) override
    {
        put(section, key, value);
    }
    void visit(const char *section, const char *key, Rules &value) override
    {
        const Json there = m_json.value(section, Json::object()).value(key, Json());
        Rules before;
        // Untouched ones stay as the person wrote them.
        if (!rulesFromJson(there, before).isEmpty() || before != value) {
            put(section, key, rulesToJson(value));
        }
    }

private:
    void put(const char *section, const char *key, Json value)
    {
        const Json empty = Json::object();
        const Json &object = section ? m_json.value(section, empty) : m_json;
        const Json &usual = section ? m_defaults.value(section, empty) : m_defaults;
        const Json &known = section ? m_known.value(section, empty) : m_known;
        const bool isUsual = usual.contains(key) && usual[key] == value;
        const bool isKnown = known.contains(key) && known[key] == value;
        if (isKnown || (isUsual && !object.contains(key))) {
            return;
        }
        (section ? m_json[section] : m_json)[key] = std::move(value);
    }

    Json &m_json;
    const Json &m_defaults;
    const Json &m_known;
};

/// With every key.
Json wholeJson(Settings settings)
{
    Json json = Json::object();
    const Json none = Json::object();
    Writer writer(json, none, none);
    visitSettings(settings, writer);
    return json;
}

Error unreadable(const QString &path, const QString &detail)
{
    return {
        ErrorKind::InvalidArgument, QStringLiteral("The settings in %1 cannot be read.").arg(path),
        detail, QStringLiteral("Correct the file, or move it away to begin with the defaults."),
        path};
}

/// An empty object where there is no file.
Result<Json> readJson(const QString &path)
{
    const auto bytes = readFile(path, 1024 * 1024);
    if (!bytes) {
        return bytes.error().kind == ErrorKind::NotFound ? Result<Json>(Json::object())
                                                         : failure(bytes.error());
    }
    if (bytes->trimmed().isEmpty()) {
        return Json::object();
    }
    try {
        Json json = Json::parse(bytes->begin(), bytes->end());
        if (!json.is_object()) {
            return failure(unreadable(path, QStringLiteral("Line 1: it must be a JSON object.")));
        }
        return json;
    } catch (const Json::parse_error &error) {
        const int line = bytes->left(int(error.byte)).count('\n') + 1;
        const QString what = QString::fromUtf8(error.what());
        const QString reason = what.mid(what.indexOf(QLatin1String(": ")) + 2);
        return failure(unreadable(path, QStringLiteral("Line %1: %2.").arg(line).arg(reason)));
    }
}

/// What is a text, but would be without effect, or mean another folder for each start.
QString wrongText(const Settings &settings)
{
    const QStringList schemes{
        QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
    if (!schemes.contains(settings.colourScheme)) {
        return QStringLiteral("colourScheme must be %1.").arg(schemes.join(QStringLiteral(" or ")));
    }
    const auto isWhole = [](const QString &folder) {
        return folder.startsWith(QLatin1Char('/')) || folder.startsWith(QLatin1String("~/"));
    };
    return std::all_of(settings.recipeFolders.begin(), settings.recipeFolders.end(), isWhole)
               ? QString()
               : QStringLiteral("recipeFolders must be paths that begin with / or ~/.");
}

Result<Settings> settingsFrom(const Json &json, const QString &path)
{
    Settings settings;
    KeyCollector keys;
    visitSettings(settings, keys);
    if (const QString unknown = keys.unknownKey(json); !unknown.isEmpty()) {
        return failure(unreadable(path, unknown));
    }
    Reader reader(json);
    visitSettings(settings, reader);
    if (!reader.complaint().isEmpty()) {
        return failure(unreadable(path, reader.complaint()));
    }
    if (const QString wrong = wrongText(settings); !wrong.isEmpty()) {
        return failure(unreadable(path, wrong));
    }
    return settings;
}

/// Without what is as in `known`.
Result<> rewrite(const Paths &paths, Settings wanted, const Json &known)
{
    using namespace std::chrono_literals;
    if (auto made = makePrivateFolder(paths.configDir); !made) {
        return made;
    }
    const auto lock = FileLock::acquire(paths.configFile() + QStringLiteral(".lock"), 5s);
    if (!lock) {
        return failure(lock.error());
    }
    auto json = readJson(paths.configFile());
    // What a person wrote is not thrown away for a comma.
    const auto before = json ? settingsFrom(*json, paths.configFile()) : failure(json.error());
    if (!before) {
        return failure(before.error());
    }
    const Json usual = wholeJson({});
    Writer writer(*json, usual, known);
    visitSettings(wanted, writer);
    // Where config.json is a link (a repository of dot files), what it leads to is rewritten.
    const QFileInfo info(paths.configFile());
    const QString target =
        info.isSymLink() && info.exists() ? info.canonicalFilePath() : paths.configFile();
    const std::string text = json->dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    return writeFileAtomically(target, QByteArray::fromStdString(text), 0600);
}

} // namespace

Result<Settings> loadSettings(const Paths &paths)
{
    const auto json = readJson(paths.configFile());
    return json ? settingsFrom(*json, paths.configFile()) : failure(json.error());
}

Result<> saveSettings(const Paths &paths, const Settings &settings)
{
    return rewrite(paths, settings, Json::object());
}

Result<> saveChanges(const Paths &paths, const Settings &before, const Settings &after)
{
    return rewrite(paths, after, wholeJson(before));
}

bool areSame(const Settings &a, const Settings &b)
{
    return wholeJson(a) == wholeJson(b);
}

Settings withChanges(const Settings &there, const Settings &before, Settings after)
{
    Json json = wholeJson(there);
    const Json known = wholeJson(before);
    Writer writer(json, known, known);
    visitSettings(after, writer);
    return settingsFrom(json, {}).value_or(after);
}

QProcessEnvironment withCredentialsFile(QProcessEnvironment environment, const Settings &settings)
{
    const QString variable = QStringLiteral("GOOGLE_APPLICATION_CREDENTIALS");
    if (!settings.credentialsFile.isEmpty() && !environment.contains(variable)) {
        environment.insert(variable, settings.credentialsFile);
    }
    return environment;
}

Result<Settings> applyEnvironment(Settings settings, const QProcessEnvironment &environment)
{
    const QString port = environment.value(QStringLiteral("PODIUM_SSH_PORT"));
    if (!port.isEmpty()) {
        bool isNumber = false;
        const quint16 number = port.toUShort(&isNumber);
        if (!isNumber || number == 0) {
            return failure(
                {ErrorKind::InvalidArgument,
                 QStringLiteral("PODIUM_SSH_PORT is not a port: %1.").arg(port),
                 {},
                 QStringLiteral("Set it to a number from 1 to 65535, or unset it."),
                 QStringLiteral("PODIUM_SSH_PORT")});
        }
        settings.sshPort = number;
        settings.sshConfig.port = number;
    }
    const QString user = environment.value(QStringLiteral("PODIUM_SSH_USER"));
    if (!user.isEmpty()) {
        settings.sshUser = user;
        settings.sshConfig.user = user;
    }
    const QString identity = environment.value(QStringLiteral("PODIUM_SSH_IDENTITY"));
    if (!identity.isEmpty()) {
        settings.sshIdentityFiles = QStringList{identity};
        settings.sshConfig.identityFile = identity;
    }
    return settings;
}

} // namespace podium::store
