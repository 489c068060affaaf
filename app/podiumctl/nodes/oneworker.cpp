// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/nodes/oneworker.h"

namespace podium::ctl {

Result<std::vector<WorkerRef>>
exactlyOne(Result<std::vector<WorkerRef>> workers, const QString &target)
{
    if (!workers || workers->size() == 1) {
        return workers;
    }
    return failure(
        {ErrorKind::InvalidArgument,
         QStringLiteral("\"%1\" names %2 workers; one is needed.").arg(target).arg(workers->size()),
         {},
         QStringLiteral("Say which, as in NODE:0."),
         {}});
}

} // namespace podium::ctl
