// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace podium {

/// Why something did not work, as far as a caller must tell cases apart.
enum class ErrorKind {
    Cancelled,        ///< the person or the program gave it up; never shown as an error
    Credentials,      ///< no credentials, or they are expired or revoked
    PermissionDenied, ///< credentials are fine, but may not do this
    ApiDisabled,      ///< the Google API is switched off in the project
    NotFound,
    AlreadyExists,
    Conflict,        ///< somebody else changed it meanwhile (HTTP 409, 412)
    InvalidArgument, ///< what was asked for cannot be
    QuotaExceeded,
    NoCapacity,     ///< stockout
    Unavailable,    ///< the service answers that it cannot now (HTTP 5xx)
    Timeout,        ///< no answer within the limit
    Network,        ///< no connection, or it broke
    Protocol,       ///< an answer that is not what the protocol says
    HostKey,        ///< the host key is not the one known, or none is known
    Authentication, ///< ssh login refused
    Refused,        ///< Podium itself will not: unsafe, or not confirmed
    Io,             ///< files and disks of this machine
    Internal,
};

/// What failed, on what, why, and what to do: whole sentences, ready for a person.
/// All fields are plain text and may hold hostile characters; never render them as rich text.
/// Nothing secret is ever put in.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    QString summary;   ///< one sentence: what failed
    QString detail{};  ///< the cause as the other side gave it, possibly empty
    QString hint{};    ///< what the person can do, possibly empty
    QString subject{}; ///< what it is about: a project, a zone, a node, a worker, a file
    /// The recipe that sets up what a gateway lacks; mostly empty. The hint does not say how it is
    /// run: a window has a button for it, podiumctl a command.
    QString recipe{};

    bool operator==(const Error &) const = default;

    [[nodiscard]] bool isCancelled() const { return kind == ErrorKind::Cancelled; }
    /// summary, detail and hint as one text of up to three sentences.
    [[nodiscard]] QString text() const;
};

/// A stable lower-case word for scripts, e.g. "permission-denied".
[[nodiscard]] QString errorKindName(ErrorKind kind);

} // namespace podium
