// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/secretscontroller.h"

#include "app/composition/services.h"
#include "app/podium/activityfeed.h"
#include "widgets/common/labels.h"
#include "widgets/settings/secretdialog.h"
#include "widgets/settings/secretsection.h"
#include "widgets/settings/withdrawdialog.h"

#include <QEvent>
#include <QMessageBox>
#include <QPushButton>

#include <memory>

namespace podium::app {

using secret::SecretName;
using secret::SecretService;

SecretsController::SecretsController(
    Services &services, ui::SecretSection &section, ActivityFeed &feed, QWidget &window,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_section(section)
    , m_feed(feed)
    , m_window(window)
{
    connect(&services.secrets, &SecretService::changed, this, &SecretsController::show);
    connect(&section, &ui::SecretSection::setRequested, this, [this] { ask({}); });
    const auto connectLoaded = [this, &section](auto signal, auto dialogOf) {
        connect(&section, signal, this, [this, dialogOf](const SecretName &name) {
            load([this, dialogOf, name] { (this->*dialogOf)(name); });
        });
    };
    connectLoaded(&ui::SecretSection::replaceRequested, &SecretsController::ask);
    connectLoaded(&ui::SecretSection::removeRequested, &SecretsController::remove);
    connectLoaded(&ui::SecretSection::withdrawRequested, &SecretsController::withdraw);
    section.installEventFilter(this);
    load();
}

bool SecretsController::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && watched == &m_section) {
        load();
    }
    return QObject::eventFilter(watched, event);
}

void SecretsController::load(const std::function<void()> &then)
{
    m_services.secrets.load({this, [this, then](const Result<secret::SecretBook> &book) {
                                 if (!book) {
                                     m_section.setNote(book.error().text(), true);
                                 } else if (then) {
                                     then();
                                 }
                             }});
}

void SecretsController::show()
{
    std::vector<SecretName> inMemory;
    for (const SecretName &name : m_services.secrets.book().names()) {
        if (m_services.secrets.isInMemory(name)) {
            inMemory.push_back(name);
        }
    }
    m_section.setBook(m_services.secrets.book(), inMemory);
}

Callback<Result<>> SecretsController::told()
{
    return {this, [this](const Result<> &result) {
                m_section.setNote(result ? QString() : result.error().text(), !result);
            }};
}

void SecretsController::ask(const std::optional<SecretName> &name)
{
    auto *dialog = new ui::SecretDialog(
        name,
        name ? m_services.secrets.book().placementsOf(*name) : std::vector<secret::Placement>(),
        &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ui::SecretDialog::entered, this, &SecretsController::set);
    dialog->open();
}

void SecretsController::set(const SecretName &name, const QString &value)
{
    m_services.secrets.set(
        name, value, SecretService::WithoutKeyring::KeepInMemory,
        {this, [this, name](const Result<SecretService::Kept> &kept) {
             if (!kept) {
                 m_section.setNote(kept.error().text(), true);
                 return;
             }
             const QString where = whereText(m_services.secrets.book().placementsOf(name));
             QString note = *kept == SecretService::Kept::InMemory
                                ? tr("No keyring runs in this session: %1 is kept until Podium "
                                     "closes.")
                                      .arg(name.text())
                                : tr("%1 is in the keyring.").arg(name.text());
             if (!where.isEmpty()) {
                 note += tr(" The one before is still %1: run its recipe again there.").arg(where);
             }
             m_section.setNote(note, false);
         }});
}

void SecretsController::remove(const SecretName &name)
{
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Remove a secret"), {}, QMessageBox::Cancel, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Remove %1?").arg(name.text()));
    const QString where = whereText(m_services.secrets.book().placementsOf(name));
    if (!where.isEmpty()) {
        ui::setPlainDetail(*box, tr("It stays %1 until it is taken away there.").arg(where));
    }
    const QPushButton *yes = box->addButton(tr("Remove"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, this, [this, name] {
        m_services.secrets.remove(
            name, {this, [this, name](const Result<SecretService::Removed> &removed) {
                       tellRemoved(name, removed);
                   }});
    });
    box->open();
}

void SecretsController::tellRemoved(
    const SecretName &name, const Result<SecretService::Removed> &removed)
{
    if (!removed) {
        m_section.setNote(removed.error().text(), true);
    } else if (*removed == SecretService::Removed::FromMemory) {
        m_section.setNote(
            tr("%1 is forgotten here. No keyring answers in this session: where one was used "
               "before, an older %1 may still be in it. Store it again and remove it once the "
               "keyring runs.")
                .arg(name.text()),
            true);
    } else {
        m_section.setNote({}, false);
    }
}

void SecretsController::withdraw(const SecretName &name)
{
    auto session = std::make_unique<secret::WithdrawSession>(
        m_services.runService(),
        secret::planWithdrawal(
            m_services.secrets.book().placementsOf(name), m_services.inventory.snapshot()));
    auto *dialog = new ui::WithdrawDialog(std::move(session), name, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(
        dialog, &ui::WithdrawDialog::withdrawn, this,
        [this, name](const std::vector<QByteArray> &ids, const QString &summary) {
            m_services.secrets.forgetPlacements(ids, told());
            const QString what = ids.empty() ? tr("Tried to take %1 away from workers")
                                             : tr("Took %1 away from workers");
            m_feed.addNote(models::ActivityKind::Run, what.arg(name.text()), summary);
        });
    connect(
        dialog, &ui::WithdrawDialog::forgotten, this, [this](const std::vector<QByteArray> &ids) {
            m_services.secrets.forgetPlacements(ids, told());
        });
    dialog->show();
}

} // namespace podium::app
