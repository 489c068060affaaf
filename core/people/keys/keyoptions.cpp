// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keyoptions.h"

#include <algorithm>
#include <array>

namespace podium::people {

namespace {

struct KnownOption
{
    const char *name;
    bool mayBeNegated;
    bool hasValue;
    bool onlyOnce;
};

/// What sshd of OpenSSH 8.2 to 9.x knows; a name that it does not know spoils the whole line.
constexpr std::array knownOptions{
    KnownOption{"agent-forwarding", true, false, false},
    KnownOption{"cert-authority", false, false, false},
    KnownOption{"command", false, true, true},
    KnownOption{"environment", false, true, false},
    KnownOption{"expiry-time", false, true, false},
    KnownOption{"from", false, true, true},
    KnownOption{"permitlisten", false, true, false},
    KnownOption{"permitopen", false, true, false},
    KnownOption{"port-forwarding", true, false, false},
    KnownOption{"principals", false, true, true},
    KnownOption{"pty", true, false, false},
    KnownOption{"restrict", false, false, false},
    KnownOption{"touch-required", true, false, false},
    KnownOption{"tunnel", false, true, false},
    KnownOption{"user-rc", true, false, false},
    KnownOption{"verify-required", true, false, false},
    KnownOption{"x11-forwarding", true, false, false},
};

const KnownOption *find(const QByteArray &name)
{
    const auto found =
        std::find_if(knownOptions.begin(), knownOptions.end(), [&name](const KnownOption &option) {
            return name == option.name;
        });
    return found == knownOptions.end() ? nullptr : &*found;
}

const KnownOption *findMaybeNegated(const QByteArray &name)
{
    if (const KnownOption *option = find(name)) {
        return option;
    }
    const KnownOption *option = name.startsWith("no-") ? find(name.mid(3)) : nullptr;
    return option && option->mayBeNegated ? option : nullptr;
}

/// Takes `"…"` off the options at `at`; \" is a quote inside.
std::optional<QByteArray> takeQuoted(const QByteArray &options, int &at)
{
    if (at >= options.size() || options[at] != '"') {
        return std::nullopt;
    }
    QByteArray value;
    for (++at; at < options.size(); ++at) {
        if (options[at] == '\\' && at + 1 < options.size() && options[at + 1] == '"') {
            ++at;
        } else if (options[at] == '"') {
            ++at;
            return value;
        }
        value.append(options[at]);
    }
    return std::nullopt;
}

tl::expected<KeyOption, QString> takeOption(const QByteArray &options, int &at)
{
    const int start = at;
    while (at < options.size() && options[at] != ',' && options[at] != '=') {
        ++at;
    }
    KeyOption option{options.mid(start, at - start).toLower(), std::nullopt};
    const QString shown = QString::fromUtf8(option.name.left(40));
    const KnownOption *known = findMaybeNegated(option.name);
    if (!known) {
        return tl::unexpected(
            QStringLiteral("\"%1\" is no option that sshd knows; it would ignore the whole line.")
                .arg(shown));
    }
    const bool hasValue = at < options.size() && options[at] == '=';
    if (hasValue != known->hasValue) {
        return tl::unexpected((hasValue
                                   ? QStringLiteral("The option \"%1\" takes no value.")
                                   : QStringLiteral("The option \"%1\" needs a value in quotes."))
                                  .arg(shown));
    }
    if (hasValue) {
        option.value = takeQuoted(options, ++at);
        if (!option.value) {
            return tl::unexpected(
                QStringLiteral("The value of the option \"%1\" is not in quotes.").arg(shown));
        }
    }
    return option;
}

bool isRepeated(const std::vector<KeyOption> &options, const KeyOption &option)
{
    const KnownOption *known = find(option.name);
    return known && known->onlyOnce &&
           std::any_of(options.begin(), options.end(), [&option](const KeyOption &other) {
               return other.name == option.name;
           });
}

} // namespace

std::optional<int> keyOptionsLength(const QByteArray &line)
{
    bool isQuoted = false;
    int at = 0;
    for (; at < line.size(); ++at) {
        const char c = line[at];
        if (!isQuoted && (c == ' ' || c == '\t')) {
            break;
        }
        if (c == '\\' && at + 1 < line.size() && line[at + 1] == '"') {
            ++at;
        } else if (c == '"') {
            isQuoted = !isQuoted;
        }
    }
    return isQuoted ? std::nullopt : std::optional(at);
}

tl::expected<std::vector<KeyOption>, QString> parseKeyOptions(const QByteArray &options)
{
    std::vector<KeyOption> read;
    int at = 0;
    while (at < options.size()) {
        auto option = takeOption(options, at);
        if (!option) {
            return tl::unexpected(option.error());
        }
        if (isRepeated(read, *option)) {
            return tl::unexpected(QStringLiteral("The option \"%1\" stands there twice.")
                                      .arg(QString::fromLatin1(option->name)));
        }
        read.push_back(std::move(*option));
        if (at == options.size()) {
            return read;
        }
        if (options[at] != ',' || ++at == options.size()) {
            return tl::unexpected(QStringLiteral("The options before the key end in the middle."));
        }
    }
    return read;
}

} // namespace podium::people
