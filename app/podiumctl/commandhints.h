// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

namespace podium::ctl {

// Core's errors name no command, for the window shows them, too. What follows adds the sentence
// that names one of podiumctl's, where there is one for the error; else the error is as it was.

/// The error with a sentence more about what can be done.
[[nodiscard]] Error withHint(Error error, const QString &sentence);

/// Of a recipe that was to be read, by its name or from its file.
[[nodiscard]] Error withRecipeCommand(const Error &error);
/// Of a project's script that was to be run.
[[nodiscard]] Error withScriptCommand(const Error &error);
/// Of the ssh config that was to be written.
[[nodiscard]] Error withWriteCommand(const Error &error);
/// Of a version of the ssh config that was to be put back.
[[nodiscard]] Error withRestoreCommand(const Error &error);
/// Of a TPU grant that was to be removed.
[[nodiscard]] Error withGrantCommand(const Error &error);

} // namespace podium::ctl
