// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/models/mark.h"
#include "core/models/people/peoplematrix.h"
#include "core/people/peopleservice.h"
#include "widgets/people/matrixview.h"
#include "widgets/people/peoplebar.h"

#include <QWidget>

#include <functional>

class QPushButton;
class QStackedWidget;

namespace podium::ui {

class AuditPanel;
class EmptyState;
struct KeyPlace;
class NotAskedNote;
class NotAskedPanel;
class NoticeBar;
class PeopleBody;
class PersonForm;
class PersonPanel;
class ReviewPanel;
class RosterChanges;
class WelcomePanel;

/// The People page: who may be where, what the workers have, and the way from one to the other.
class PeoplePage final : public QWidget
{
    Q_OBJECT

public:
    /// The part of an ssh config for a person, as text for a mail.
    using HostEntries = std::function<void(const people::Person &, Callback<QString>)>;

    /// All references must outlive it, but for `newKeys`: where keys that are made here go.
    PeoplePage(
        people::PeopleService &service, const inventory::Inventory &inventory, const Clock &clock,
        const KeyPlace &newKeys, HostEntries hostEntries, QWidget *parent = nullptr);
    ~PeoplePage() override;

    [[nodiscard]] models::PeopleMatrix &matrix() { return *m_matrix; }
    /// One more view, with a button of its own in the bar; asked to show itself by `shown`.
    QPushButton *addView(
        const QString &title, QWidget *view, std::function<void()> shown,
        PeopleBar::Place place = PeopleBar::Place::Work);
    /// One of those that were added.
    void showOther(QWidget *view) { showView(view); }
    /// Back to the matrix.
    void showMain();
    void startAdding();
    [[nodiscard]] MatrixView &view() { return *m_view; }
    /// In the matrix, also where its filter leaves them out.
    void choosePerson(const QString &login);
    /// Of what is on top, where that has one.
    void focusFilter();
    /// All workers are asked which accounts and keys they have.
    void checkWorkers() { inspectAll(); }
    /// Whether Podium brings workers to what the roster says by itself.
    void setKeeping(bool keeps);
    void showError(const Error &error);
    /// Podium did by itself what the roster says: on which workers, and where that failed.
    void showApplied(const QString &where, const QString &failedWhere);
    /// Something goes on, or has ended. A way back that is offered stays.
    void showNote(models::Mark mark, const QString &text, const QString &hint);
    /// Something was done; `undo` empty: nothing leads back.
    void showDone(const QString &text, const QString &hint, std::function<void()> undo);

signals:
    /// To be shown in panes like any run.
    void runRequested(const podium::run::RunSpec &spec);
    void autoApplyToggled(bool keeps);
    /// Something about the roster changed, as a sentence for Activity.
    void noted(const QString &subject, const QString &text);

private:
    [[nodiscard]] QWidget *buildHead();
    void connectParts();
    void connectPerson();
    void connectChanges();
    void showCounts();
    void showView(QWidget *view);
    void showPerson(const QString &login);
    void followRoster();
    void openForm(const std::function<void(PersonForm &)> &begin);
    void leaveForm();
    /// What the form says goes onto the roster; until it is there, the form keeps it.
    void submit(const people::Person &person, bool isNew);
    void inspectAll();
    void inspect(const std::vector<WorkerRef> &workers);
    void apply();
    void wishKeeping(bool keeps);
    void startKeeping();
    void checkUnknown();

    people::PeopleService &m_service;
    const inventory::Inventory &m_inventory;
    models::PeopleMatrix *m_matrix;
    RosterChanges *m_changes;
    NoticeBar *m_notice;
    NotAskedNote *m_notAsked;
    PeopleBar *m_bar;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    MatrixView *m_view;
    PersonForm *m_form;
    int m_formTurn = 0; ///< how often it was opened
    int m_looks = 0;    ///< looks at workers that are under way
    PersonPanel *m_person;
    PeopleBody *m_body = nullptr; ///< the stack, and beside it one of these two
    ReviewPanel *m_review;
    AuditPanel *m_audit;
    WelcomePanel *m_welcome;
    NotAskedPanel *m_notAskedPanel;
    std::function<void()> m_undo; ///< takes back what the notice speaks of
};

} // namespace podium::ui
