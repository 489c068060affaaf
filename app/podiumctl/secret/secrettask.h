// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/secret/secretarguments.h"
#include "app/podiumctl/task.h"
#include "core/secret/secretservice.h"

namespace podium::ctl {

/// `podiumctl secret list|set|remove`.
class SecretTask final : public Task
{
    Q_OBJECT

public:
    /// `secrets` must outlive it.
    SecretTask(
        secret::SecretService &secrets, SecretArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void act(const secret::SecretBook &book);
    void list(const secret::SecretBook &book);
    void set(const secret::SecretName &name);
    void remove(const secret::SecretName &name);
    /// Says where it still is.
    void tellWhere(const secret::SecretName &name, const QString &sentence) const;
    void refuse(const Error &error);

    secret::SecretService &m_secrets;
    const SecretArguments m_arguments;
};

/// The name, or an Error that says how one looks.
[[nodiscard]] Result<secret::SecretName> parseSecretName(const QString &text);
[[nodiscard]] Error noSuchSecret(const secret::SecretName &name);

} // namespace podium::ctl
