// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/sshsection.h"

#include "core/base/ids.h"
#include "widgets/common/theme.h"

#include <QEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

namespace podium::ui {

namespace {

constexpr char UserVariable[] = "PODIUM_SSH_USER";
constexpr char PortVariable[] = "PODIUM_SSH_PORT";
constexpr char IdentityVariable[] = "PODIUM_SSH_IDENTITY";

/// Empty: the name on this machine.
bool isLoginName(const QString &text)
{
    return text.isEmpty() || UserName::parse(text);
}

} // namespace

SshSection::SshSection(const QProcessEnvironment &environment, QWidget *parent)
    : Section(tr("Login on workers"), parent)
    , m_environment(environment)
    , m_user(new QLineEdit)
    , m_port(new QSpinBox)
    , m_keys(new QPlainTextEdit)
{
    m_user->setAccessibleName(tr("Login name"));
    m_user->setPlaceholderText(tr("the login name on this machine"));
    m_port->setAccessibleName(tr("Port"));
    m_port->setRange(1, 65535);
    m_port->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_keys->setAccessibleName(tr("Private keys"));
    m_keys->setPlaceholderText(
        tr("the agent, ~/.ssh/google_compute_engine, id_ed25519, id_rsa: one file a line"));
    m_keys->setFixedHeight(fontMetrics().height() * 3 + Grid * 2);
    m_keys->setTabChangesFocus(true);
    m_keys->installEventFilter(this);
    addSetting(tr("Login name"), m_user, UserVariable);
    m_userNote = addNote();
    addSetting(tr("Port"), m_port, PortVariable);
    addSetting(tr("Private keys"), m_keys, IdentityVariable);
    connect(m_user, &QLineEdit::editingFinished, this, &SshSection::checkUser);
    connect(m_port, &QSpinBox::editingFinished, this, &SshSection::edited);
}

void SshSection::addSetting(const QString &name, QWidget *field, const char *variable)
{
    addRow(name, field);
    if (isSet(variable)) {
        field->setEnabled(false);
        addNote(tr("%1 is set in the environment and overrides this setting.")
                    .arg(QLatin1String(variable)));
    }
}

bool SshSection::isSet(const char *variable) const
{
    return !m_environment.value(QLatin1String(variable)).isEmpty();
}

QStringList SshSection::keys() const
{
    QStringList all;
    for (const QString &line : m_keys->toPlainText().split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty()) {
            all << line.trimmed();
        }
    }
    return all;
}

void SshSection::setSettings(const store::Settings &file, const store::Settings &effective)
{
    // What is wrong stays to be corrected, with what is said of it.
    const QString user = m_user->text().trimmed();
    if (mayShow(*m_user, user, m_shown.sshUser, file.sshUser) &&
        (isSet(UserVariable) || isLoginName(user))) {
        m_user->setText(isSet(UserVariable) ? effective.sshUser : file.sshUser);
    }
    if (mayShow(*m_port, quint16(m_port->value()), m_shown.sshPort, file.sshPort)) {
        m_port->setValue(isSet(PortVariable) ? effective.sshPort : file.sshPort);
    }
    if (mayShow(*m_keys, keys(), m_shown.sshIdentityFiles, file.sshIdentityFiles)) {
        const QStringList &files =
            isSet(IdentityVariable) ? effective.sshIdentityFiles : file.sshIdentityFiles;
        m_keys->setPlainText(files.join(QLatin1Char('\n')));
    }
    m_shown = file;
}

void SshSection::applyTo(store::Settings &settings) const
{
    const QString user = m_user->text().trimmed();
    if (!isSet(UserVariable) && isLoginName(user)) { // another section may be what was edited
        settings.sshUser = user;
    }
    if (!isSet(PortVariable)) {
        settings.sshPort = quint16(m_port->value());
    }
    if (!isSet(IdentityVariable)) {
        settings.sshIdentityFiles = keys();
    }
}

void SshSection::checkUser()
{
    if (!isLoginName(m_user->text().trimmed())) {
        setRowNote(m_userNote, tr("Not a valid Linux login name."), true);
        return;
    }
    setRowNote(m_userNote, {}, false);
    emit edited();
}

bool SshSection::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_keys && event->type() == QEvent::FocusOut) {
        emit edited();
    }
    return Section::eventFilter(watched, event);
}

} // namespace podium::ui
