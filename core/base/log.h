// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <memory>

namespace spdlog {
class logger;
}

namespace podium {

/// How much is written, and where.
struct LogOptions
{
    QString file;          ///< rotating file (mode 0600); empty: none
    bool toStderr = false; ///< also to stderr
    bool verbose = false;  ///< debug level
};

/// Sets up spdlog once, at the start of a program; Qt's messages go there too. Every line passes
/// redact() first. Call before any thread starts.
void startLogging(const LogOptions &options);

/// The logger of a room ("cloud", "ssh" …); quiet before startLogging(). Any thread.
[[nodiscard]] std::shared_ptr<spdlog::logger> logger(const char *room);

/// The text with everything that looks like a secret (bearer and OAuth tokens, JWTs, private
/// keys, refresh tokens) replaced by "[redacted]". The last net: secrets are not to be logged
/// in the first place.
[[nodiscard]] QString redact(const QString &text);

} // namespace podium
