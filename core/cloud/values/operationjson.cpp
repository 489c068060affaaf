// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cloud/values/operationjson.h"

#include "core/cloud/values/apistatusjson.h"

namespace podium::cloud {

Result<Operation>
parseOperation(const QByteArray &json, const QString &action, const QString &subject)
{
    const auto answer = parseJson(json);
    if (!answer || !answer->is_object()) {
        return failure(
            {ErrorKind::Protocol,
             QStringLiteral("Cannot tell how far the operation is that should %1: the answer is "
                            "not what the API sends.")
                 .arg(action),
             {},
             {},
             subject});
    }
    const Json &metadata = member(*answer, "metadata");
    Operation operation;
    operation.name = text(*answer, "name");
    operation.verb = text(metadata, "verb");
    operation.target = text(metadata, "target");
    // Cloud TPU says done, Compute says status.
    operation.done = flag(*answer, "done") || text(*answer, "status") == QLatin1String("DONE");
    const Json &error = member(*answer, "error");
    if (operation.done && error.is_object() && !error.empty()) {
        operation.error = apiError(
            apiStatusFromJson(error, int(number(*answer, "httpErrorStatusCode"))), action, subject);
    }
    return operation;
}

} // namespace podium::cloud
