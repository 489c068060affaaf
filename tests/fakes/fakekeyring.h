// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keyring/keyring.h"

#include <QMap>

#include <optional>

namespace podium::tests {

/// Keeps all in memory, or, where `problem` is set, nothing.
class FakeKeyring final : public Keyring
{
public:
    void read(const QString &key, Callback<Result<QString>> done) override
    {
        if (problem) {
            done(failure(*problem));
        } else if (kept.contains(key)) {
            done(kept.value(key));
        } else {
            done(failure({ErrorKind::NotFound, QStringLiteral("It is not there."), {}, {}, {}}));
        }
    }
    void write(const QString &key, const QString &value, Callback<Result<>> done) override
    {
        if (problem) {
            done(failure(*problem));
            return;
        }
        kept.insert(key, value);
        done(Result<>());
    }
    void remove(const QString &key, Callback<Result<>> done) override
    {
        if (problem) {
            done(failure(*problem));
            return;
        }
        kept.remove(key);
        done(Result<>());
    }
    /// As where no keyring runs.
    void takeAway()
    {
        problem = Error{
            ErrorKind::Unavailable, QStringLiteral("No keyring runs in this session."), {}, {}, {}};
    }

    QMap<QString, QString> kept;
    std::optional<Error> problem;
};

} // namespace podium::tests
