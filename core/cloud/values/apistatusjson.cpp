// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/apistatusjson.h"

#include <array>

namespace podium::cloud {

namespace {

void readDetail(const Json &detail, ApiStatus &status)
{
    const QString type = text(detail, "@type");
    const auto is = [&type](const char *name) { return type.endsWith(QLatin1String(name)); };
    if (is("google.rpc.ErrorInfo")) {
        status.reason = text(detail, "reason");
        status.metadata = textMap(detail, "metadata");
    } else if (is("google.rpc.Help")) {
        for (const Json &link : arrayMember(detail, "links")) {
            status.links << text(link, "url");
        }
    } else if (is("google.rpc.QuotaFailure")) {
        for (const Json &violation : arrayMember(detail, "violations")) {
            status.quotaViolations << text(violation, "description");
        }
    }
}

} // namespace

QString rpcCodeName(int code)
{
    static constexpr std::array names{"OK",
                                      "CANCELLED",
                                      "UNKNOWN",
                                      "INVALID_ARGUMENT",
                                      "DEADLINE_EXCEEDED",
                                      "NOT_FOUND",
                                      "ALREADY_EXISTS",
                                      "PERMISSION_DENIED",
                                      "RESOURCE_EXHAUSTED",
                                      "FAILED_PRECONDITION",
                                      "ABORTED",
                                      "OUT_OF_RANGE",
                                      "UNIMPLEMENTED",
                                      "INTERNAL",
                                      "UNAVAILABLE",
                                      "DATA_LOSS",
                                      "UNAUTHENTICATED"};
    return code >= 0 && std::size_t(code) < names.size()
               ? QString::fromLatin1(names.at(std::size_t(code)))
               : QString();
}

ApiStatus apiStatusFromJson(const Json &error, int httpStatus)
{
    ApiStatus status;
    status.httpStatus = httpStatus;
    status.message = text(error, "message");
    status.code = text(error, "status");
    if (status.code.isEmpty() && httpStatus == 0) {
        status.code = rpcCodeName(int(number(error, "code")));
    }
    for (const Json &detail : arrayMember(error, "details")) {
        readDetail(detail, status);
    }
    // Compute: error.errors[], of an answer with a reason, of an operation with a code.
    const Json &errors = arrayMember(error, "errors");
    if (!errors.empty()) {
        const Json &first = errors.front();
        if (status.message.isEmpty()) {
            status.message = text(first, "message");
        }
        if (status.reason.isEmpty()) {
            const QString reason = text(first, "reason");
            status.reason = reason.isEmpty() ? text(first, "code") : reason;
        }
    }
    return status;
}

ApiStatus parseApiStatus(int httpStatus, const QByteArray &body)
{
    const auto answer = parseJson(body);
    if (!answer) {
        ApiStatus status;
        status.httpStatus = httpStatus;
        return status;
    }
    // A streaming endpoint wraps the object in an array.
    const Json &object = answer->is_array() && !answer->empty() ? answer->front() : *answer;
    return apiStatusFromJson(member(object, "error"), httpStatus);
}

} // namespace podium::cloud
