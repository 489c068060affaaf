// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secret/secretservice.h"

namespace podium::ui {

/// Those that a recipe could get.
[[nodiscard]] std::vector<secret::SecretName> secretNames(const secret::SecretBook &book);

/// These values, and the stored secrets of these parameters among them, read one after the other:
/// the keyring may ask for each.
void addStoredSecrets(
    secret::SecretService &secrets, secret::SecretUses uses, const recipe::Values &values,
    const Callback<Result<recipe::Values>> &done);

} // namespace podium::ui
