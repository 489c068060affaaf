// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/welcomepanel.h"

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/jobs.h"
#include "core/inventory/inventory.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"

#include <QBoxLayout>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>

#include <utility>

namespace podium::ui {

WelcomePanel::WelcomePanel(
    const inventory::Inventory &inventory, const Clock &clock, HostEntries hostEntries,
    QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_clock(clock)
    , m_hostEntries(std::move(hostEntries))
    , m_title(headingLabel())
    , m_notice(new NoticeBar)
    , m_subject(new QLineEdit)
    , m_body(new QPlainTextEdit)
    , m_mail(new QPushButton(tr("Open in mail app")))
{
    setAccessibleName(tr("Welcome text"));
    m_subject->setAccessibleName(tr("Subject"));
    m_body->setAccessibleName(tr("Text"));
    m_body->setFont(monospaceFont());
    m_body->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *copy = new QPushButton(themedIcon(QStringLiteral("copy")), tr("Copy"));
    auto *keep = new QPushButton(tr("Save…"));
    auto *back = new QPushButton(tr("Back"));
    setPrimary(m_mail);
    auto *head = new QHBoxLayout;
    head->setSpacing(Grid);
    head->addWidget(m_title, 1);
    head->addWidget(back);
    head->addWidget(keep);
    head->addWidget(copy);
    head->addWidget(m_mail);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addLayout(head);
    column->addWidget(m_notice);
    column->addWidget(m_subject);
    column->addWidget(m_body, 1);
    connect(back, &QPushButton::clicked, this, &WelcomePanel::closed);
    connect(
        copy, &QPushButton::clicked, this, [this, copy] { copyText(m_body->toPlainText(), copy); });
    connect(keep, &QPushButton::clicked, this, &WelcomePanel::save);
    connect(m_mail, &QPushButton::clicked, this, &WelcomePanel::openMail);
    connect(
        &m_inventory, &inventory::Inventory::changed, this,
        [this](const std::vector<inventory::Event> &events) {
            if (!events.empty()) { // else it has only grown older
                followNodes();
            }
        });
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] {
        if (const auto write = std::exchange(m_writeAnew, nullptr)) {
            write();
        }
    });
}

void WelcomePanel::write(const people::Person &person)
{
    m_asked = person.login;
    compose(person, [this, person](const people::WelcomeText &text) {
        if (m_asked == person.login) {
            show(person, text);
            m_body->setFocus();
            emit written();
        }
    });
}

/// It has the fingerprint of each worker's keys: not on this thread.
void WelcomePanel::compose(const people::Person &person, Then then)
{
    const auto around = [this, person, then = std::move(then)](const QString &hostEntries) {
        runJob(
            this,
            [person, snapshot = m_inventory.sharedSnapshot(), hostEntries, now = m_clock.now()] {
                return people::welcomeText(person, *snapshot, hostEntries, now);
            },
            then);
    };
    m_hostEntries(person, {this, around});
}

void WelcomePanel::follow(const people::Roster &roster)
{
    const auto login = UserName::parse(m_login);
    const people::Person *person = login ? people::findPerson(roster, *login) : nullptr;
    if (!person) {
        ++m_turn;
        m_person.reset();
        m_writeAnew = nullptr;
        m_notice->showNotice(
            models::Mark::Warning, tr("%1 is no longer on the roster.").arg(m_login));
        return;
    }
    m_person = *person;
    compareWithFresh(*person, tr("The roster has changed since this text was written."));
}

void WelcomePanel::followNodes()
{
    if (m_person && isVisibleTo(parentWidget())) {
        compareWithFresh(*m_person, tr("The nodes have changed since this text was written."));
    }
}

void WelcomePanel::compareWithFresh(const people::Person &person, const QString &why)
{
    const int turn = ++m_turn;
    compose(person, [this, turn, person, why](const people::WelcomeText &fresh) {
        if (turn == m_turn) {
            compare(person, fresh, why);
        }
    });
}

void WelcomePanel::compare(
    const people::Person &person, const people::WelcomeText &fresh, const QString &why)
{
    if (!isEdited()) {
        show(person, fresh);
        return;
    }
    m_email = person.email;
    if (fresh == m_written) {
        m_notice->clear();
        return;
    }
    m_writeAnew = [this, person, fresh] { show(person, fresh); };
    m_notice->showNotice(
        models::Mark::Warning, why, tr("What you edited stays."), tr("Write again"));
}

void WelcomePanel::show(const people::Person &person, const people::WelcomeText &text)
{
    m_person = person;
    m_login = person.login.text();
    m_email = person.email;
    m_title->setText(tr("Welcome text for %1").arg(m_login));
    m_subject->setText(text.subject);
    if (m_body->toPlainText() != text.body) { // else whoever reads stays where they are
        m_body->setPlainText(text.body);
    }
    m_written = text;
    m_shown = this->text();
    m_notice->clear();
    ++m_turn;
    m_mail->setToolTip(
        m_email.isEmpty() ? tr("No e-mail address is known; the mail app asks for it") : m_email);
}

people::WelcomeText WelcomePanel::text() const
{
    return {m_subject->text(), m_body->toPlainText()};
}

void WelcomePanel::save()
{
    auto *dialog = new QFileDialog(this, tr("Save the welcome text"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("txt"));
    dialog->selectFile(QStringLiteral("welcome-%1.txt").arg(m_login));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        const QByteArray bytes = (text().subject + QStringLiteral("\n\n") + text().body).toUtf8();
        runJob(
            this, [path, bytes] { return writeFileAtomically(path, bytes, 0644); },
            [this, text = tr("Saved the welcome text for %1 to %2.").arg(m_login, path)](
                const Result<> &written) {
                if (written) {
                    emit told(models::Mark::Good, text, {});
                } else {
                    emit failed(written.error());
                }
            });
    });
    dialog->open();
}

void WelcomePanel::openMail()
{
    const QString url = text().mailto(m_email);
    // Beyond this, mail programs and desktops begin to cut.
    constexpr int LongestUrl = 30000;
    if (url.size() > LongestUrl || !QDesktopServices::openUrl(QUrl(url, QUrl::StrictMode))) {
        copyText(m_body->toPlainText(), m_mail);
        emit failed(
            {ErrorKind::Io,
             tr("No mail app took the text."),
             {},
             tr("It is on the clipboard: paste it into a mail.")});
    }
}

} // namespace podium::ui
