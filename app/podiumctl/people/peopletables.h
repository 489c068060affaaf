// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <vector>

namespace podium::ctl {

/// To stdout: each worker that differs, with the steps and notes of its accounts.
void printSteps(const people::PeopleService &service, const std::vector<WorkerRef> &workers);
/// To stdout: a row for each key of each account.
void printAccounts(const people::PeopleService &service, const std::vector<WorkerRef> &workers);

} // namespace podium::ctl
