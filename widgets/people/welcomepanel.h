// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/error.h"
#include "core/models/mark.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/welcometext.h"

#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace podium {
class Clock;
} // namespace podium

namespace podium::inventory {
class Inventory;
} // namespace podium::inventory

namespace podium::ui {

class NoticeBar;

/// The mail to someone who was added: to read over, to change, to copy, save or hand on.
class WelcomePanel final : public QWidget
{
    Q_OBJECT

public:
    /// The part of an ssh config for a person, as text for a mail.
    using HostEntries = std::function<void(const people::Person &, Callback<QString>)>;

    /// The references must outlive it.
    WelcomePanel(
        const inventory::Inventory &inventory, const Clock &clock, HostEntries hostEntries,
        QWidget *parent = nullptr);

    /// Writes the text, beside the GUI thread; `written` when it stands here.
    void write(const people::Person &person);
    /// A text that is still being written is no longer asked for.
    void forget() { m_asked.reset(); }
    /// The roster is another now: a text that nobody has edited follows, an edited one stays, with
    /// an offer. So it does by itself when the nodes change.
    void follow(const people::Roster &roster);

signals:
    void written();
    void closed();
    void failed(const podium::Error &error);
    /// What was saved where.
    void told(podium::models::Mark mark, const QString &text, const QString &hint);

private:
    using Then = std::function<void(const people::WelcomeText &)>;
    void compose(const people::Person &person, Then then);
    void show(const people::Person &person, const people::WelcomeText &text);
    void followNodes();
    void compareWithFresh(const people::Person &person, const QString &why);
    void
    compare(const people::Person &person, const people::WelcomeText &fresh, const QString &why);
    [[nodiscard]] people::WelcomeText text() const;
    [[nodiscard]] bool isEdited() const { return !(text() == m_shown); }
    void save();
    void openMail();

    const inventory::Inventory &m_inventory;
    const Clock &m_clock;
    HostEntries m_hostEntries;
    QLabel *m_title;
    NoticeBar *m_notice;
    QLineEdit *m_subject;
    QPlainTextEdit *m_body;
    QPushButton *m_mail;
    QString m_login;
    QString m_email;
    std::optional<people::Person> m_person; ///< whose text it is, while on the roster
    people::WelcomeText m_written;          ///< as it was composed
    people::WelcomeText m_shown;            ///< the same as the fields give it back
    std::function<void()> m_writeAnew;
    int m_turn = 0;                  ///< of texts shown and changes
    std::optional<UserName> m_asked; ///< whose text was asked for last
};

} // namespace podium::ui
