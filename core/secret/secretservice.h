// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/keyring/keyring.h"
#include "core/secret/placing.h"
#include "core/secret/secretbook.h"

#include <QMap>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace podium::secret {

/// The person's secrets: their values in a keyring, or for as long as this lives; their names and
/// where they were put in a file that all Podiums of this machine share. Lives on one thread;
/// answers come on the callback's thread, and none has a value in an error.
class SecretService final : public QObject
{
    Q_OBJECT

public:
    /// Where no keyring runs. Where one refuses, nothing is kept.
    enum class WithoutKeyring {
        Refuse,
        KeepInMemory ///< for as long as this lives
    };
    enum class Kept { InKeyring, InMemory };

    /// Both references must outlive it. `file` need not exist.
    SecretService(Keyring &keyring, QString file, const Clock &clock, QObject *parent = nullptr);

    /// As it was read or written last; see load().
    [[nodiscard]] const SecretBook &book() const { return m_book; }
    [[nodiscard]] QDateTime now() const { return m_clock.now(); }
    [[nodiscard]] bool isInMemory(const SecretName &name) const { return m_memory.contains(name); }

    /// Reads the file again, whose other writers this does not see.
    void load(const Callback<Result<SecretBook>> &done);
    /// Replaces one of that name.
    void
    set(const SecretName &name, const QString &value, WithoutKeyring otherwise,
        const Callback<Result<Kept>> &done);
    /// NotFound where none of that name is kept anywhere. Else see Keyring::read().
    void read(const SecretName &name, const Callback<Result<QString>> &done);
    /// What is known to be gone of one that was removed.
    enum class Removed {
        Everywhere,
        FromMemory ///< an older value may be in a keyring that does not run now
    };
    /// Its value and its name. Where it was put is remembered.
    void remove(const SecretName &name, const Callback<Result<Removed>> &done);

    /// Before a recipe is run: writes down where it may put secrets. What cannot be written down is
    /// not to be sent.
    void begin(const std::vector<Placement> &placements, const Callback<Result<>> &done);
    /// After it: these are there now.
    void confirm(const std::vector<QByteArray> &ids, const Callback<Result<>> &done);
    /// They are proven to be gone, or the person wants them forgotten.
    void forgetPlacements(const std::vector<QByteArray> &ids, const Callback<Result<>> &done);

signals:
    /// book() or where values are kept.
    void changed();

private:
    using Change = std::function<SecretBook(SecretBook)>;
    void change(Change change, const Callback<Result<>> &done);
    void onBook(const Result<SecretBook> &book);

    Keyring &m_keyring;
    const QString m_file;
    const Clock &m_clock;
    SecretBook m_book;
    QMap<SecretName, QString> m_memory;
};

/// A non-empty text that a worker's shell can hold; Error without it. Pure.
[[nodiscard]] Result<> checkSecret(const QString &value);

} // namespace podium::secret
