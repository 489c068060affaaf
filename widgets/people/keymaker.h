// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace podium::ssh {
struct NewKey;
}

namespace podium::ui {

/// Where a new key may go.
struct KeyPlace
{
    QString home;           ///< its ".ssh" is proposed
    bool hasKeyring = true; ///< the desktop's keyring may be asked to keep the passphrase
};

/// Makes a new pair of keys on this machine: where, with what passphrase, and whether the desktop's
/// keyring keeps the passphrase. The private half stays in its file; the passphrase leaves the
/// fields as soon as it has been used.
class KeyMaker final : public QWidget
{
    Q_OBJECT

public:
    explicit KeyMaker(KeyPlace place, QWidget *parent = nullptr);

    /// Empty again, with a file name that is free. A key that is being made is not made.
    void restart();

signals:
    /// A line as in a .pub file.
    void made(const QByteArray &publicLine);
    void cancelled();

private:
    void make();
    void discard(const Result<ssh::NewKey> &key);
    void keep(const QString &path, const QString &passphrase);
    void say(const QString &text);
    void setBusy(bool busy);

    KeyPlace m_place;
    QLineEdit *m_file;
    QLineEdit *m_passphrase;
    QLineEdit *m_again;
    QCheckBox *m_keep;
    QLabel *m_message;
    QPushButton *m_make;
    int m_turn = 0; ///< of restart(): whose key it is may have changed since
};

} // namespace podium::ui
