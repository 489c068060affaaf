// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/people/roster/collaborator.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace podium::ui {

class GrantFields;
class KeyField;
struct KeyPlace;

/// Someone new, or a change of someone who is there. Says in place what is missing.
class PersonForm final : public QWidget
{
    Q_OBJECT

public:
    /// `clock` must outlive it.
    PersonForm(const Clock &clock, const KeyPlace &newKeys, QWidget *parent = nullptr);

    void startNew();
    void startMore(const people::Person &person);
    /// Name, e-mail and note; more keys and nodes as well.
    void startEdit(const people::Person &person);
    /// What one grant of the person gives; its nodes and account stay.
    void startGrantEdit(const people::Person &person, const people::Grant &grant);
    /// Who else is there: keys that are somebody's already are warned of.
    void setRoster(const people::Roster &roster) { m_roster = roster; }
    /// What may be typed for nodes, to choose from.
    void setSelectors(const QStringList &selectors);
    /// Who was there when the form was opened; none: someone new.
    [[nodiscard]] const std::optional<people::Person> &before() const { return m_before; }

signals:
    /// The person as they should be; `isNew`: they were not there before. The form stays as it is.
    void submitted(const podium::people::Person &person, bool isNew);
    void cancelled();

private:
    [[nodiscard]] QWidget *buildButtons();
    void fill(const people::Person &person, const QString &title);
    void updateForm();
    void warnOfOthersKeys();
    void submit();
    /// Nothing where something is wrong; then `m_problem` says what.
    [[nodiscard]] std::optional<people::Person> person();
    [[nodiscard]] bool complain(const QString &text, QWidget *where);

    const Clock &m_clock;
    people::Roster m_roster;
    std::optional<people::Person> m_before;
    QLabel *m_title;
    QLineEdit *m_login;
    QLineEdit *m_name;
    QLineEdit *m_email;
    KeyField *m_keys;
    QLineEdit *m_note;
    GrantFields *m_grants;
    QLabel *m_warning;
    QLabel *m_problem;
    QPushButton *m_submit = nullptr;
};

} // namespace podium::ui
