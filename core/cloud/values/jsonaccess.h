// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QString>

#include <initializer_list>
#include <optional>

namespace podium::cloud {

using Json = nlohmann::json;

/// Reading of JSON that nobody promised anything about: a member that is missing or of another
/// type is the default, and nothing throws. For .cpp files only.

/// Nothing where the text is no JSON (cut off, not UTF-8, HTML …).
[[nodiscard]] std::optional<Json> parseJson(const QByteArray &text);
/// The member, or a null value.
[[nodiscard]] const Json &member(const Json &object, const char *key);
/// Whether this is the answer to a list call: an object that is empty (nothing to list) or has at
/// least one of these members. Anything else that answered 200 is somebody else's, and must not be
/// read as "there is nothing".
[[nodiscard]] bool isListAnswer(const Json &answer, std::initializer_list<const char *> members);
/// The array member, or an empty array.
[[nodiscard]] const Json &arrayMember(const Json &object, const char *key);
[[nodiscard]] QString toText(const Json &value); ///< strings and numbers; else empty
[[nodiscard]] QString text(const Json &object, const char *key);
[[nodiscard]] bool flag(const Json &object, const char *key);
[[nodiscard]] qint64 number(const Json &object, const char *key);
[[nodiscard]] QDateTime time(const Json &object, const char *key); ///< RFC 3339 → UTC
[[nodiscard]] QMap<QString, QString> textMap(const Json &object, const char *key);

[[nodiscard]] Json toJson(const QString &text);
[[nodiscard]] Json toJson(const QMap<QString, QString> &map);
[[nodiscard]] QByteArray dump(const Json &value);

} // namespace podium::cloud
