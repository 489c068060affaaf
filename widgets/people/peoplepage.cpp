// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/peoplepage.h"

#include "core/inventory/targets.h"
#include "core/people/roster/roster.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/people/auditpanel.h"
#include "widgets/people/notaskednote.h"
#include "widgets/people/notaskedpanel.h"
#include "widgets/people/peoplebody.h"
#include "widgets/people/personform.h"
#include "widgets/people/personpanel.h"
#include "widgets/people/reviewpanel.h"
#include "widgets/people/rosterchanges.h"
#include "widgets/people/welcomepanel.h"

#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace podium::ui {

using namespace podium::people;

PeoplePage::PeoplePage(
    PeopleService &service, const inventory::Inventory &inventory, const Clock &clock,
    const KeyPlace &newKeys, HostEntries hostEntries, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_inventory(inventory)
    , m_matrix(new models::PeopleMatrix(service, inventory, clock, this))
    , m_changes(new RosterChanges(service, clock, this))
    , m_notice(new NoticeBar)
    , m_notAsked(new NotAskedNote(service, inventory))
    , m_bar(new PeopleBar(service, clock))
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyState(
          QStringLiteral("person"), tr("Nobody is on the roster yet"),
          tr("Add a person with their public key and choose their nodes. Podium creates the "
             "accounts on all workers, and closes them when access ends.")))
    , m_view(new MatrixView(*m_matrix))
    , m_form(new PersonForm(clock, newKeys))
    , m_person(new PersonPanel)
    , m_review(new ReviewPanel(service, inventory))
    , m_audit(new AuditPanel(service))
    , m_welcome(new WelcomePanel(inventory, clock, std::move(hostEntries)))
    , m_notAskedPanel(new NotAskedPanel(*m_notAsked))
{
    setAccessibleName(tr("People page"));
    QPushButton *first = m_empty->addAction(tr("Add a person"));
    connect(first, &QPushButton::clicked, this, &PeoplePage::startAdding);
    for (QWidget *page : std::initializer_list<QWidget *>{
             m_empty, m_view, m_review, m_audit, m_welcome, m_notAskedPanel}) {
        m_stack->addWidget(page);
    }
    fitCurrentPage(m_stack);
    m_body = new PeopleBody(m_stack, m_form, m_person); // now: Tab goes through the stack first
    auto *page = makeColumn(0, this);
    page->addWidget(buildHead());
    page->addWidget(new Hairline(Qt::Horizontal));
    page->addWidget(m_body, 1);
    connectParts();
    showCounts();
    showMain();
}

PeoplePage::~PeoplePage() = default;

QWidget *PeoplePage::buildHead()
{
    auto *head = new QWidget;
    auto *column = new QVBoxLayout(head);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    column->setSpacing(Grid);
    column->addWidget(m_bar);
    column->addWidget(m_notAsked);
    column->addWidget(m_notice);
    return head;
}

void PeoplePage::connectParts()
{
    connect(m_matrix, &models::PeopleMatrix::countsChanged, this, &PeoplePage::showCounts);
    connect(&m_service, &PeopleService::planned, this, &PeoplePage::showCounts);
    connect(&m_service, &PeopleService::failed, this, &PeoplePage::showError);
    connect(&m_service, &PeopleService::rosterChanged, this, &PeoplePage::followRoster);
    connect(m_bar, &PeopleBar::addRequested, this, &PeoplePage::startAdding);
    connect(m_bar, &PeopleBar::lookRequested, this, &PeoplePage::inspectAll);
    connect(m_bar, &PeopleBar::autoApplyToggled, this, &PeoplePage::wishKeeping);
    connect(m_bar, &PeopleBar::reviewRequested, this, [this] {
        m_review->start(false);
        showView(m_review);
    });
    connect(m_bar, &PeopleBar::auditRequested, this, [this] { showView(m_audit); });
    connect(m_review, &ReviewPanel::applyRequested, this, &PeoplePage::apply);
    connect(m_review, &ReviewPanel::keepingConfirmed, this, [this] { startKeeping(); });
    connect(m_review, &ReviewPanel::closed, this, &PeoplePage::showMain);
    connect(m_audit, &AuditPanel::closed, this, &PeoplePage::showMain);
    connect(m_audit, &AuditPanel::failed, this, &PeoplePage::showError);
    connect(m_audit, &AuditPanel::told, this, &PeoplePage::showNote);
    connect(m_notAskedPanel, &NotAskedPanel::closed, this, &PeoplePage::showMain);
    connect(m_notAskedPanel, &NotAskedPanel::checkRequested, this, &PeoplePage::inspectAll);
    connect(
        m_notAsked, &NotAskedNote::detailsRequested, this, [this] { showView(m_notAskedPanel); });
    connect(m_welcome, &WelcomePanel::closed, this, &PeoplePage::showMain);
    connect(m_welcome, &WelcomePanel::written, this, [this] { showView(m_welcome); });
    connect(m_welcome, &WelcomePanel::failed, this, &PeoplePage::showError);
    connect(m_welcome, &WelcomePanel::told, this, &PeoplePage::showNote);
    connect(m_view, &MatrixView::currentLoginChanged, this, &PeoplePage::showPerson);
    connect(m_form, &PersonForm::submitted, this, &PeoplePage::submit);
    connect(m_form, &PersonForm::cancelled, this, &PeoplePage::leaveForm);
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] {
        if (const auto undo = std::exchange(m_undo, {})) {
            undo();
        }
    });
    connectPerson();
    connectChanges();
}

void PeoplePage::connectPerson()
{
    connect(m_person, &PersonPanel::moreRequested, this, [this](const Person &person) {
        openForm([&](PersonForm &form) { form.startMore(person); });
    });
    connect(m_person, &PersonPanel::editRequested, this, [this](const Person &person) {
        openForm([&](PersonForm &form) { form.startEdit(person); });
    });
    connect(
        m_person, &PersonPanel::grantEditRequested, this,
        [this](const Person &person, const Grant &grant) {
            openForm([&](PersonForm &form) { form.startGrantEdit(person, grant); });
        });
    connect(m_person, &PersonPanel::welcomeRequested, m_welcome, &WelcomePanel::write);
    connect(m_person, &PersonPanel::removed, m_changes, &RosterChanges::remove);
    connect(m_person, &PersonPanel::keyRemoved, m_changes, &RosterChanges::removeKey);
    connect(m_person, &PersonPanel::grantRemoved, m_changes, &RosterChanges::removeGrant);
    connect(m_person, &PersonPanel::forgotten, m_changes, &RosterChanges::forget);
    // What was pressed goes: the next key is for those who are there.
    const auto goOn = QOverload<>::of(&QWidget::setFocus);
    connect(m_person, &PersonPanel::removed, m_view, goOn);
    connect(m_person, &PersonPanel::forgotten, m_view, goOn);
}

void PeoplePage::connectChanges()
{
    connect(m_changes, &RosterChanges::failed, this, &PeoplePage::showError);
    connect(m_changes, &RosterChanges::done, this, &PeoplePage::showDone);
    connect(m_changes, &RosterChanges::noted, this, &PeoplePage::noted);
    connect(m_changes, &RosterChanges::undone, m_notice, [this] {
        m_notice->showNotice(models::Mark::Good, tr("Undone."));
    });
    connect(m_changes, &RosterChanges::changed, m_view, [this](const UserName &login) {
        m_view->selectLogin(login.text());
    });
    connect(m_changes, &RosterChanges::checkRequested, this, &PeoplePage::inspect);
}

void PeoplePage::submit(const Person &person, bool isNew)
{
    m_form->setEnabled(false); // until it is known: twice would be once too often
    const auto over = [this, turn = m_formTurn](bool isDone) {
        if (turn != m_formTurn) {
            return; // it is somebody else's by now
        }
        m_form->setEnabled(true);
        if (isDone && m_body->isFormShown()) { // else the person is elsewhere by now
            leaveForm();
        }
    };
    m_changes->save(m_form->before(), person, isNew, {this, over});
}

void PeoplePage::showCounts()
{
    m_bar->showCounts(m_matrix->counts());
}

void PeoplePage::showView(QWidget *view)
{
    m_welcome->forget(); // whoever went elsewhere meanwhile is left there
    m_body->hideSide();
    m_stack->setCurrentWidget(view);
}

QPushButton *PeoplePage::addView(
    const QString &title, QWidget *view, std::function<void()> shown, PeopleBar::Place place)
{
    view->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // until it is on top
    m_stack->addWidget(view);
    QPushButton *button = m_bar->addButton(title, place);
    connect(button, &QPushButton::clicked, view, [this, view, shown = std::move(shown)] {
        showView(view);
        shown();
    });
    return button;
}

void PeoplePage::showMain()
{
    const bool isEmpty =
        m_service.roster().people.empty() && m_service.roster().formerMembers.empty();
    m_stack->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_empty) : m_view);
    showPerson(m_view->currentLogin());
}

/// In the list, too: what stands beside it is of whom is chosen there.
void PeoplePage::choosePerson(const QString &login)
{
    showMain();
    m_view->chooseLogin(login);
}

void PeoplePage::focusFilter()
{
    if (m_stack->currentWidget() == m_view) {
        m_view->focusFilter();
    } else if (m_stack->currentWidget() == m_audit) {
        m_audit->focusFilter();
    }
}

/// Whoever looks at something else is left there: it follows by itself, or says what is old in it.
void PeoplePage::followRoster()
{
    QWidget *view = m_stack->currentWidget();
    if (view == m_view || view == m_empty) {
        showMain();
    } else if (view == m_welcome) {
        m_welcome->follow(m_service.roster());
    }
}

void PeoplePage::leaveForm()
{
    m_body->hideSide();
    showMain();
    m_view->setFocus(); // the field or button that had it is gone
}

void PeoplePage::startAdding()
{
    openForm([](PersonForm &form) { form.startNew(); });
}

void PeoplePage::openForm(const std::function<void(PersonForm &)> &begin)
{
    m_form->setSelectors(inventory::plainTargets(m_inventory.snapshot()));
    m_form->setRoster(m_service.roster());
    m_body->showForm(); // first, so that it can take the focus
    ++m_formTurn;
    m_form->setEnabled(true);
    begin(*m_form);
}

void PeoplePage::showPerson(const QString &login)
{
    if (m_body->isFormShown()) {
        return; // what is being typed stays
    }
    const auto name = UserName::parse(login);
    const Person *person = name ? findPerson(m_service.roster(), *name) : nullptr;
    const FormerMember *formerMember = name ? findFormerMember(m_service.roster(), *name) : nullptr;
    if (person) {
        m_person->show(*person);
    } else if (formerMember) {
        m_person->show(*formerMember);
    }
    const bool isShown = person || formerMember;
    if (isShown && m_stack->currentWidget() == m_view) {
        m_body->showPerson();
    } else {
        m_body->hideSide();
    }
}

void PeoplePage::setKeeping(bool keeps)
{
    m_changes->setAutoApplied(keeps);
    m_bar->setKeeping(keeps);
}

/// Nobody who ticks a box changes workers unseen: what would be done at once is shown first.
void PeoplePage::wishKeeping(bool keeps)
{
    const auto &counts = m_matrix->counts();
    const bool isSettled = counts.steps == 0 && counts.unknownWorkers == 0 && !m_service.isBusy();
    if (!keeps) {
        setKeeping(false);
        emit autoApplyToggled(false);
    } else if (isSettled) {
        startKeeping();
    } else {
        setKeeping(false); // until it is confirmed
        checkUnknown();
        m_review->start(true);
        showView(m_review);
    }
}

/// What would be changed there is to be seen, too, before it is allowed.
void PeoplePage::checkUnknown()
{
    std::vector<WorkerRef> unknown = m_service.workers();
    std::erase_if(unknown, [this](const WorkerRef &worker) {
        const WorkerCheck *known = m_service.check(worker);
        return known && (known->found || known->isLooking);
    });
    if (!unknown.empty()) {
        inspect(unknown);
    }
}

void PeoplePage::startKeeping()
{
    const run::RunSpec pending = m_service.application(m_service.workers());
    showMain();
    setKeeping(true);
    showDone(
        tr("Changes are applied automatically from now on."),
        pending.workers.empty() ? tr("A notice says what was changed; Activity keeps it.")
                                : tr("The pending ones are made on the Run page; of later ones a "
                                     "notice says what was changed."),
        {});
    if (!pending.workers.empty()) {
        emit runRequested(pending); // what was reviewed is seen while it is made
    }
    emit autoApplyToggled(true);
}

void PeoplePage::showApplied(const QString &where, const QString &failedWhere)
{
    const QString done =
        where.isEmpty() ? QString() : tr("Applied automatically on %1.").arg(where);
    const QString failed = failedWhere.isEmpty()
                               ? QString()
                               : tr("Not applied on %1; Podium tries again.").arg(failedWhere);
    showNote(
        failed.isEmpty() ? models::Mark::Good : models::Mark::Warning,
        QString(done + QLatin1Char(' ') + failed).trimmed(), tr("Activity says what was changed."));
}

void PeoplePage::showError(const Error &error)
{
    m_undo = {};
    m_notice->showError(error);
}

void PeoplePage::showDone(const QString &text, const QString &hint, std::function<void()> undo)
{
    m_undo = std::move(undo);
    m_notice->showNotice(models::Mark::Good, text, hint, m_undo ? tr("Undo") : QString());
}

void PeoplePage::showNote(models::Mark mark, const QString &text, const QString &hint)
{
    if (m_notice->isHidden()) {
        m_undo = {}; // what it was about was dismissed
    }
    m_undo ? m_notice->showNotice(mark, m_notice->text(), text, tr("Undo")) // the way back stays
           : m_notice->showNotice(mark, text, hint);
}

/// Who does not answer is told of above the page for as long as that is so.
void PeoplePage::inspectAll()
{
    inspect(m_service.workers());
}

void PeoplePage::inspect(const std::vector<WorkerRef> &workers)
{
    ++m_looks;
    m_bar->setLooking(true);
    m_service.inspect(workers, {this, [this](const std::vector<WorkerRef> &) {
                                    m_bar->setLooking(--m_looks > 0);
                                    showCounts();
                                }});
    showCounts();
}

void PeoplePage::apply()
{
    const run::RunSpec spec = m_service.application(m_service.workers());
    if (!spec.workers.empty()) {
        m_undo = {};
        m_notice->clear(); // what it says is to come is coming
        showMain();
        emit runRequested(spec);
    }
}

} // namespace podium::ui
