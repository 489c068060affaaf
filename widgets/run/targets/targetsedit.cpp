// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/targets/targetsedit.h"

#include "core/inventory/targets.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"
#include "widgets/run/fieldframe.h"
#include "widgets/run/targets/chip.h"
#include "widgets/run/targets/targetdelegate.h"
#include "widgets/run/targets/targetlist.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QDropEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSet>

#include <algorithm>
#include <iterator>

namespace podium::ui {

namespace {

/// More chips than these would push the rest of the page away.
constexpr int MostChips = 12;
/// So that the field keeps its width while it is typed in.
constexpr int LeastOfCount = Grid * 11;

int nodeCount(const std::vector<WorkerRef> &workers)
{
    QSet<NodeRef> nodes;
    for (const WorkerRef &worker : workers) {
        nodes.insert(worker.node);
    }
    return nodes.size();
}

QString countText(int workers)
{
    return workers == 1 ? TargetsEdit::tr("1 worker")
                        : TargetsEdit::tr("%n workers", nullptr, workers);
}

QString nodesText(int nodes)
{
    return nodes == 1 ? TargetsEdit::tr("1 node") : TargetsEdit::tr("%n nodes", nullptr, nodes);
}

} // namespace

TargetsEdit::TargetsEdit(const inventory::Inventory &inventory, QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_hint(tr("Where to run: a node, a glob like tpu-*, pod:0-3, @all, @type=v4-64"))
{
    build();
    connect(&inventory, &inventory::Inventory::changed, this, [this] {
        m_completions.setWords(models::targetWords(m_inventory.snapshot()));
        resolve();
    });
    m_completions.setWords(models::targetWords(inventory.snapshot()));
    resolve();
}

void TargetsEdit::build()
{
    setAcceptDrops(true);
    m_edit = new QLineEdit;
    m_edit->setFrame(false);
    m_edit->setAcceptDrops(false); // a drop is this widget's: it may be several words
    m_edit->setMinimumWidth(Grid * 18);
    m_edit->setAccessibleName(tr("Targets"));
    m_edit->installEventFilter(this);
    m_completer = new QCompleter(&m_completions, this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setMaxVisibleItems(12);
    m_completer->popup()->setItemDelegate(new TargetDelegate(m_completer->popup()));
    m_completer->popup()->setAccessibleName(tr("Matching targets"));
    m_completer->popup()->setMinimumWidth(Grid * 52);
    m_edit->setCompleter(m_completer);

    m_frame = new FieldFrame(*m_edit);
    m_flow = new FlowLayout(Grid / 2, m_frame);
    m_flow->setContentsMargins(Grid / 2, Grid / 2, Grid / 2, Grid / 2);
    m_flow->insertWidget(0, m_edit);
    m_count = mutedLabel();
    m_count->setAccessibleName(tr("Number of workers"));
    m_count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_count->setMinimumWidth(LeastOfCount);
    m_problem = problemLabel();
    m_problem->setAccessibleName(tr("Problem with the targets"));
    m_problem->hide();

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Grid);
    grid->setVerticalSpacing(Grid / 2);
    grid->addWidget(m_frame, 0, 0);
    grid->addWidget(m_count, 0, 1);
    grid->addWidget(m_problem, 1, 0, 1, 2);
    grid->setColumnStretch(0, 1);

    // The completer puts its word into the edit after this signal: what it left is taken then.
    connect(
        m_completer, QOverload<const QString &>::of(&QCompleter::activated), this,
        [this](const QString &word) {
            addWords({word});
            m_edit->clear();
        },
        Qt::QueuedConnection);
    // While its list is open, the completer sends keys past the event filter.
    connect(m_edit, &QLineEdit::returnPressed, this, [this] {
        if (!m_completer->popup()->currentIndex().isValid()) {
            commitTyped();
        }
    });
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (const QStringList found = models::splitTargets(text);
            found.size() > 1 || text.endsWith(QLatin1Char(' '))) {
            commitTyped(); // pasted, or a blank after a word
        }
    });
}

void TargetsEdit::setWords(const QStringList &words)
{
    m_words.clear();
    showChips();
    m_edit->clear();
    addWords(words);
}

void TargetsEdit::setHint(const QString &hint)
{
    m_hint = hint;
    showResult();
}

void TargetsEdit::commitTyped()
{
    const QStringList typed = models::splitTargets(m_edit->text());
    m_edit->clear();
    if (!typed.isEmpty()) {
        addWords(typed);
    }
}

void TargetsEdit::focusEdit()
{
    m_edit->setFocus();
}

void TargetsEdit::addWords(const QStringList &words)
{
    QSet<QString> known(m_words.cbegin(), m_words.cend());
    for (const QString &word : words) {
        if (!known.contains(word)) {
            known.insert(word);
            m_words << word;
        }
    }
    showChips();
    resolve();
}

void TargetsEdit::removeWords(const QStringList &words)
{
    const QSet<QString> gone(words.cbegin(), words.cend());
    QStringList left;
    std::copy_if(
        m_words.cbegin(), m_words.cend(), std::back_inserter(left),
        [&gone](const QString &word) { return !gone.contains(word); });
    m_words = left;
    showChips();
    resolve();
}

/// Those that stay keep their chip, and with it the keyboard.
void TargetsEdit::showChips()
{
    const bool isMany = m_words.size() > MostChips;
    const QVector<Chip *> before = m_chips;
    for (Chip *chip : before) {
        const bool stays = isMany ? chip == m_forAll : m_words.contains(chip->word());
        if (!stays || (!isMany && chip == m_forAll)) {
            dropChip(chip);
        }
    }
    if (isMany) {
        showOneChip();
        return;
    }
    for (const QString &word : qAsConst(m_words)) {
        const auto isIts = [&word](const Chip *chip) { return chip->word() == word; };
        if (std::none_of(m_chips.cbegin(), m_chips.cend(), isIts)) {
            addChip(word);
        }
    }
}

void TargetsEdit::showOneChip()
{
    if (!m_forAll) {
        m_forAll = addChip({});
        m_forAll->setTitle(tr("%n targets", nullptr, m_words.size()));
        connect(m_forAll, &Chip::opened, this, &TargetsEdit::openList);
    }
}

void TargetsEdit::openList()
{
    auto *list = new TargetList(m_words, this);
    connect(list, &TargetList::removed, this, &TargetsEdit::removeWords);
    list->openBelow(*m_frame);
}

Chip *TargetsEdit::addChip(const QString &word)
{
    auto *chip = new Chip(word, m_frame);
    connect(chip, &Chip::removed, this, [this, chip] { removeChip(chip); });
    connect(chip, &Chip::stepped, this, [this, chip](int by) { stepFrom(chip, by); });
    m_flow->insertWidget(m_chips.size(), chip);
    m_chips.append(chip);
    setTabOrder(chip, m_edit);
    chip->show();
    m_frame->updateGeometry();
    return chip;
}

void TargetsEdit::removeChip(Chip *chip)
{
    const bool hadFocus = chip->hasFocus();
    removeWords(chip == m_forAll ? m_words : QStringList{chip->word()});
    if (hadFocus) {
        m_edit->setFocus();
    }
}

void TargetsEdit::dropChip(Chip *chip)
{
    m_chips.removeOne(chip);
    m_flow->removeWidget(chip);
    chip->hide();
    chip->deleteLater(); // it may be the sender
    if (chip == m_forAll) {
        m_forAll = nullptr;
    }
    m_frame->updateGeometry();
}

void TargetsEdit::stepFrom(Chip *chip, int by)
{
    const int target = m_chips.indexOf(chip) + by;
    if (target >= m_chips.size()) {
        m_edit->setFocus();
    } else if (target >= 0) {
        m_chips.at(target)->setFocus();
    }
}

void TargetsEdit::resolve()
{
    m_workers.clear();
    m_error.reset();
    if (!m_words.isEmpty()) {
        if (auto found = inventory::resolveTargets(m_inventory.snapshot(), m_words)) {
            m_workers = std::move(*found);
        } else {
            m_error = found.error();
        }
    }
    for (Chip *chip : qAsConst(m_chips)) {
        resolveChip(*chip);
    }
    showResult();
    emit changed();
}

void TargetsEdit::resolveChip(Chip &chip) const
{
    if (&chip == m_forAll) {
        chip.setTitle(
            m_error ? tr("%n targets", nullptr, m_words.size())
                    : tr("%1, %2").arg(
                          nodesText(nodeCount(m_workers)), countText(int(m_workers.size()))));
        chip.setMeaning(m_error ? m_error->text() : tr("Open the list"), m_error.has_value());
        return;
    }
    QString word = chip.word();
    const bool takesAway = word.startsWith(QLatin1Char('-'));
    if (takesAway) {
        word.remove(0, 1);
    }
    const auto found = inventory::resolveTargets(m_inventory.snapshot(), {word});
    if (!found) {
        chip.setMeaning(found.error().text(), true);
        return;
    }
    const QString count = countText(int(found->size()));
    chip.setMeaning(takesAway ? tr("without %1").arg(count) : count, false);
}

void TargetsEdit::showResult()
{
    m_edit->setPlaceholderText(m_chips.isEmpty() ? m_hint : QString());
    m_count->setText(m_chips.isEmpty() || m_error ? QString() : countText(int(m_workers.size())));
    m_count->setMinimumWidth(std::max(LeastOfCount, m_count->sizeHint().width()));
    m_problem->setText(m_error ? m_error->text() : QString());
    m_problem->setVisible(m_error.has_value());
}

bool TargetsEdit::editKey(int key)
{
    const bool isEmpty = m_edit->text().isEmpty();
    switch (key) {
    case Qt::Key_Backspace:
    case Qt::Key_Left:
        if (m_edit->cursorPosition() == 0 && !m_edit->hasSelectedText() && !m_chips.isEmpty()) {
            if (key == Qt::Key_Backspace && !m_forAll) {
                removeChip(m_chips.constLast());
            } else {
                m_chips.constLast()->setFocus();
            }
            return true;
        }
        return false;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        commitTyped();
        return true;
    case Qt::Key_Comma:
    case Qt::Key_Tab:
        // A comma may go on with worker numbers: pod:0,3.
        if (isEmpty || (key == Qt::Key_Comma && m_edit->text().contains(QLatin1Char(':')))) {
            return false;
        }
        commitTyped();
        return key == Qt::Key_Comma;
    case Qt::Key_Down:
        m_completer->setCompletionPrefix(m_edit->text());
        m_completer->complete();
        return true;
    default:
        return false;
    }
}

bool TargetsEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool plain = !(key->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
        if (plain && editKey(key->key())) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TargetsEdit::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasText() && !event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void TargetsEdit::dropEvent(QDropEvent *event)
{
    addWords(models::splitTargets(event->mimeData()->text()));
    event->acceptProposedAction();
}

} // namespace podium::ui
