// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Whatever a cloud, or whoever stands in for it, may answer: no parser crashes, and a node that is
// read can be written and read again as the same.
#include "core/cloud/values/apistatus.h"
#include "core/cloud/values/nodejson.h"
#include "core/cloud/values/operationjson.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace podium;
    using namespace podium::cloud;
    const QByteArray json(reinterpret_cast<const char *>(data), int(size));
    static const ProjectId project = *ProjectId::parse(QStringLiteral("lab"));

    if (const auto list = parseNodeList(json, project)) {
        for (const Node &node : list->nodes) {
            const auto again = parseNode(writeNode(node), project);
            // Text that no JSON can hold is replaced once, and stays so from then on.
            if (!again || parseNode(writeNode(*again), project).value_or(Node{}) != *again) {
                std::abort();
            }
        }
    }
    (void)parseNode(json, project);
    (void)parseGuestAttributes(json);
    (void)parseProjectPage(json);
    (void)parseOperation(json, QStringLiteral("look"), QStringLiteral("lab"));
    (void)apiError(parseApiStatus(403, json), QStringLiteral("look"), QStringLiteral("lab"));
    return 0;
}
