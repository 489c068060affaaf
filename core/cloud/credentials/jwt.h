// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/cloud/credentials/credentialplan.h"

#include <QByteArray>
#include <QDateTime>

namespace podium::cloud {

/// The scope that all Podium's calls need.
inline constexpr const char *CloudScope = "https://www.googleapis.com/auth/cloud-platform";

/// A signed statement (RFC 7523, RS256) that the token endpoint swaps for an access token; good
/// for an hour. Credentials where the key cannot be read. Takes some milliseconds.
[[nodiscard]] Result<Secret>
serviceAccountAssertion(const ServiceAccount &account, const QDateTime &now);

} // namespace podium::cloud
