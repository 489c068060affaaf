// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/result.h"

#include <QString>

namespace podium {

/// Where a program keeps what nobody else may read, each under a key of its own. Asynchronous;
/// the person may be asked to unlock it. No error ever has a value in it.
class Keyring
{
public:
    Keyring() = default;
    Keyring(const Keyring &) = delete;
    Keyring &operator=(const Keyring &) = delete;
    virtual ~Keyring() = default;

    /// NotFound where nothing is kept under the key, Refused where the person said no, Unavailable
    /// where there is no keyring; so for all three.
    virtual void read(const QString &key, Callback<Result<QString>> done) = 0;
    virtual void write(const QString &key, const QString &value, Callback<Result<>> done) = 0;
    /// Fine where nothing was kept.
    virtual void remove(const QString &key, Callback<Result<>> done) = 0;
};

/// The desktop's (Secret Service or KWallet), as of the program "Podium", over the session's D-Bus.
/// Never falls back to a file.
class DesktopKeyring final : public Keyring
{
public:
    void read(const QString &key, Callback<Result<QString>> done) override;
    void write(const QString &key, const QString &value, Callback<Result<>> done) override;
    void remove(const QString &key, Callback<Result<>> done) override;
};

/// Where no keyring is to be used: every question is answered by Unavailable.
class NoKeyring final : public Keyring
{
public:
    void read(const QString &key, Callback<Result<QString>> done) override;
    void write(const QString &key, const QString &value, Callback<Result<>> done) override;
    void remove(const QString &key, Callback<Result<>> done) override;
};

/// Keeps a key's passphrase in the desktop's keyring (Secret Service or KWallet), under the path of
/// the key, as of the program "Podium". Fails where no keyring runs: it is never written anywhere
/// else. Asynchronous, over the session's D-Bus; the keyring may ask the person to unlock it.
void keepPassphrase(const QString &keyPath, const QString &passphrase, Callback<Result<>> done);

} // namespace podium
