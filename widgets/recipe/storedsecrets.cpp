// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/storedsecrets.h"

#include <QCoreApplication>

namespace podium::ui {

namespace {

struct StoredSecretWords
{
    Q_DECLARE_TR_FUNCTIONS(StoredSecrets)
};

} // namespace

std::vector<secret::SecretName> secretNames(const secret::SecretBook &book)
{
    std::vector<secret::SecretName> names;
    for (const secret::SecretBook::Entry &entry : book.entries) {
        names.push_back(entry.name);
    }
    return names;
}

void addStoredSecrets(
    secret::SecretService &secrets, secret::SecretUses uses, const recipe::Values &values,
    const Callback<Result<recipe::Values>> &done)
{
    if (uses.isEmpty()) {
        done(values);
        return;
    }
    const QString parameter = uses.firstKey();
    const secret::SecretName name = uses.take(parameter);
    secrets.read(
        name, {&secrets, [&secrets, uses, values, parameter, done](const Result<QString> &value) {
                   if (value) {
                       recipe::Values more = values;
                       more.insert(parameter, *value);
                       addStoredSecrets(secrets, uses, more, done);
                       return;
                   }
                   Error error = value.error();
                   if (error.kind == ErrorKind::Unavailable) {
                       error.hint = StoredSecretWords::tr(
                           "Type it here, or set it again on the Settings page.");
                   }
                   done(failure(error));
               }});
}

} // namespace podium::ui
