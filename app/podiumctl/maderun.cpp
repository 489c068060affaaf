// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/maderun.h"

#include "app/podiumctl/terminal.h"

#include <utility>

namespace podium::ctl {

std::unique_ptr<run::Run> announced(run::RunService::Made made, QObject *context)
{
    if (!made.narrowed.isEmpty()) {
        printNote(made.narrowed);
    }
    if (made.journal) {
        if (made.journal->problem()) {
            printError(*made.journal->problem());
        }
        QObject::connect(made.journal, &run::RunJournal::failed, context, &printError);
    }
    return std::move(made.run);
}

} // namespace podium::ctl
