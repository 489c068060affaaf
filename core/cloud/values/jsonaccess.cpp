// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/jsonaccess.h"

#include <algorithm>

namespace podium::cloud {

namespace {

/// Deeper than anything that an API says; a text of nothing but brackets would cost a hundred
/// times its size in memory.
constexpr int MaxDepth = 200;

bool isTooDeep(const QByteArray &text)
{
    int depth = 0;
    bool inString = false;
    for (int i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1 : 0;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > MaxDepth) {
                return true;
            }
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

} // namespace

std::optional<Json> parseJson(const QByteArray &text)
{
    if (isTooDeep(text)) {
        return std::nullopt;
    }
    Json value = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
    if (value.is_discarded()) {
        return std::nullopt;
    }
    return value;
}

const Json &member(const Json &object, const char *key)
{
    static const Json null;
    if (!object.is_object()) {
        return null;
    }
    const auto at = object.find(key);
    return at != object.end() ? *at : null;
}

bool isListAnswer(const Json &answer, std::initializer_list<const char *> members)
{
    return answer.is_object() &&
           (answer.empty() ||
            std::any_of(members.begin(), members.end(), [&answer](const char *key) {
                return answer.contains(key);
            }));
}

const Json &arrayMember(const Json &object, const char *key)
{
    static const Json empty = Json::array();
    const Json &value = member(object, key);
    return value.is_array() ? value : empty;
}

QString toText(const Json &value)
{
    if (const auto *string = value.get_ptr<const Json::string_t *>()) {
        return QString::fromUtf8(string->data(), int(string->size()));
    }
    if (value.is_number_unsigned()) {
        return QString::number(value.get<quint64>());
    }
    if (value.is_number_integer()) {
        return QString::number(value.get<qint64>());
    }
    return {};
}

QString text(const Json &object, const char *key)
{
    return toText(member(object, key));
}

bool flag(const Json &object, const char *key)
{
    const auto *value = member(object, key).get_ptr<const Json::boolean_t *>();
    return value && *value;
}

qint64 number(const Json &object, const char *key)
{
    // int64 travels as a string in proto3 JSON, int32 as a number.
    return text(object, key).toLongLong();
}

QDateTime time(const Json &object, const char *key)
{
    return QDateTime::fromString(text(object, key), Qt::ISODateWithMs).toUTC();
}

QMap<QString, QString> textMap(const Json &object, const char *key)
{
    QMap<QString, QString> map;
    const Json &value = member(object, key);
    if (value.is_object()) {
        for (const auto &[name, content] : value.items()) {
            map.insert(QString::fromStdString(name), toText(content));
        }
    }
    return map;
}

Json toJson(const QString &text)
{
    return text.toStdString();
}

Json toJson(const QMap<QString, QString> &map)
{
    Json object = Json::object();
    for (auto it = map.begin(); it != map.end(); ++it) {
        object[it.key().toStdString()] = it.value().toStdString();
    }
    return object;
}

QByteArray dump(const Json &value)
{
    return QByteArray::fromStdString(
        value.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace));
}

} // namespace podium::cloud
