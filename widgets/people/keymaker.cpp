// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/keymaker.h"

#include "core/base/jobs.h"
#include "core/keyring/keyring.h"
#include "core/ssh/keys/newkey.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSysInfo>

#include <initializer_list>
#include <utility>

namespace podium::ui {

namespace {

QLineEdit *secretField(const QString &name)
{
    auto *edit = new QLineEdit;
    edit->setEchoMode(QLineEdit::Password);
    edit->setAccessibleName(name);
    edit->setPlaceholderText(name);
    return edit;
}

/// "~/.ssh/id_podium", or the first such name with a number that is free.
QString freeName(const QString &home)
{
    const QString usual = home + QStringLiteral("/.ssh/id_podium");
    QString name = usual;
    for (int i = 2; QFileInfo::exists(name) || QFileInfo::exists(name + QStringLiteral(".pub"));
         ++i) {
        name = usual + QString::number(i);
    }
    return name;
}

QString commentHere()
{
    return qEnvironmentVariable("USER", QStringLiteral("podium")) + QLatin1Char('@') +
           QSysInfo::machineHostName();
}

} // namespace

KeyMaker::KeyMaker(KeyPlace place, QWidget *parent)
    : QWidget(parent)
    , m_place(std::move(place))
    , m_file(new QLineEdit)
    , m_passphrase(secretField(tr("Passphrase")))
    , m_again(secretField(tr("Repeat passphrase")))
    , m_keep(new QCheckBox(tr("Save it in the desktop's keyring")))
    , m_message(wrappedLabel())
    , m_make(new QPushButton(tr("Make the key")))
{
    setAccessibleName(tr("Make a key"));
    m_file->setAccessibleName(tr("File of the new key"));
    m_message->setAccessibleName(tr("Result of the new key"));
    auto *cancel = new QPushButton(tr("Cancel"));
    cancel->setAccessibleName(tr("Cancel the new key"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Grid);
    buttons->addWidget(m_make);
    buttons->addWidget(cancel);
    buttons->addStretch(1);
    auto *column = makeColumn(Grid / 2, this);
    column->addWidget(mutedLabel(tr("A new ed25519 key on this machine, in")));
    column->addWidget(m_file);
    column->addWidget(m_passphrase);
    column->addWidget(m_again);
    column->addWidget(m_keep);
    m_keep->setVisible(m_place.hasKeyring);
    column->addWidget(m_message);
    column->addLayout(buttons);
    connect(m_make, &QPushButton::clicked, this, &KeyMaker::make);
    connect(cancel, &QPushButton::clicked, this, &KeyMaker::cancelled);
    connect(m_again, &QLineEdit::returnPressed, this, &KeyMaker::make);
    restart();
}

void KeyMaker::restart()
{
    ++m_turn;
    m_file->setText(freeName(m_place.home));
    m_passphrase->clear();
    m_again->clear();
    say(QString());
    setBusy(false);
}

void KeyMaker::say(const QString &text)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

void KeyMaker::setBusy(bool busy)
{
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_file, m_passphrase, m_again, m_make}) {
        widget->setEnabled(!busy);
    }
}

void KeyMaker::make()
{
    const QString path = m_file->text().trimmed();
    const QString passphrase = m_passphrase->text();
    if (!QDir::isAbsolutePath(path)) {
        say(tr("Enter the full path of a file."));
        return;
    }
    if (passphrase != m_again->text()) {
        say(tr("The two passphrases differ."));
        return;
    }
    setBusy(true);
    runJob(
        this,
        [path, passphrase, comment = commentHere()] {
            return ssh::makeKeyPair(path, passphrase.toUtf8(), comment);
        },
        [this, passphrase, turn = m_turn](const Result<ssh::NewKey> &key) {
            if (turn != m_turn) {
                discard(key);
                return;
            }
            setBusy(false);
            if (!key) {
                say(key.error().text());
                return;
            }
            m_passphrase->clear();
            m_again->clear();
            say(passphrase.isEmpty()
                    ? tr("Made %1. Whoever gets that file can log in: it has no passphrase.")
                          .arg(key->path)
                    : tr("Made %1.").arg(key->path));
            if (m_place.hasKeyring && m_keep->isChecked() && !passphrase.isEmpty()) {
                keep(key->path, passphrase);
            }
            emit made(key->publicLine);
        });
}

/// It was cancelled while it was made: nobody knows of it.
void KeyMaker::discard(const Result<ssh::NewKey> &key)
{
    if (key) {
        runJob(
            this,
            [path = key->path] {
                return QFile::remove(path) && QFile::remove(path + QStringLiteral(".pub"));
            },
            [](bool) {});
    }
}

void KeyMaker::keep(const QString &path, const QString &passphrase)
{
    keepPassphrase(
        path, passphrase,
        {this, [this, path, turn = m_turn](const Result<> &kept) {
             if (turn == m_turn) {
                 say(kept ? tr("Made %1; the keyring has its passphrase.").arg(path)
                          : kept.error().text());
             }
         }});
}

} // namespace podium::ui
