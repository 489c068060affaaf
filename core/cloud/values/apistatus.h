// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace podium::cloud {

/// What a Google API says went wrong, in whichever of its shapes: an HTTP error body
/// (google.rpc.Status), the older Compute form, or the error of a long-running operation.
struct ApiStatus
{
    int httpStatus = 0; ///< 0: from an operation
    QString code;       ///< google.rpc.Code as its word, "PERMISSION_DENIED"; may be empty
    QString message;
    QString reason;                  ///< ErrorInfo.reason, or Compute's errors[0].reason or .code
    QMap<QString, QString> metadata; ///< ErrorInfo.metadata
    QStringList links;               ///< Help.links[].url
    QStringList quotaViolations;     ///< QuotaFailure.violations[].description
};

/// The body of an HTTP error; one that is not JSON gives a status without a message.
[[nodiscard]] ApiStatus parseApiStatus(int httpStatus, const QByteArray &body);

/// The sentence for a person, with what to do about it. `action` completes "Cannot …", e.g.
/// "list the TPU nodes of my-lab"; `subject` is what it concerns.
[[nodiscard]] Error
apiError(const ApiStatus &status, const QString &action, const QString &subject);

/// google.rpc.Code's word for its number, e.g. 8 → "RESOURCE_EXHAUSTED"; empty for others.
[[nodiscard]] QString rpcCodeName(int code);

} // namespace podium::cloud
