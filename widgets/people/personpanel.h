// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/people/roster/collaborator.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace podium::ui {

/// Someone on the roster: their keys and nodes, and what can be done about them.
class PersonPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit PersonPanel(QWidget *parent = nullptr);

    void show(const people::Person &person);
    void show(const people::FormerMember &formerMember);

signals:
    void editRequested(const podium::people::Person &person);
    void
    grantEditRequested(const podium::people::Person &person, const podium::people::Grant &grant);
    void moreRequested(const podium::people::Person &person);
    void welcomeRequested(const podium::people::Person &person);
    void keyRemoved(const podium::UserName &login, const QString &fingerprint);
    void grantRemoved(const podium::UserName &login, const podium::people::Grant &grant);
    void
    removed(const podium::people::Person &person, const podium::people::Offboarding &offboarding);
    void forgotten(const podium::UserName &login);

private:
    [[nodiscard]] QWidget *buildPerson();
    [[nodiscard]] QWidget *buildRemove();
    [[nodiscard]] people::Offboarding offboarding() const;
    [[nodiscard]] const people::Grant *chosenGrant() const; ///< null: none
    void removeKey();
    void removeGrant();
    void changeGrant();

    std::optional<people::Person> m_person;
    UserName m_leaver;
    QLabel *m_title;
    QLabel *m_facts;
    QWidget *m_personPart;
    QListWidget *m_keys;
    QListWidget *m_grants;
    QPushButton *m_remove = nullptr;
    QWidget *m_sure = nullptr;
    QComboBox *m_account = nullptr;
    QCheckBox *m_sessions = nullptr;
    QPushButton *m_forget = nullptr;
};

} // namespace podium::ui
