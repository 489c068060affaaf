// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/settings/secretsection.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"

#include <QPushButton>

#include <algorithm>

namespace podium::ui {

using secret::SecretName;

SecretSection::SecretSection(QWidget *parent) : Section(tr("Secrets"), parent)
{
    auto *list = new QWidget;
    m_rows = new QVBoxLayout(list);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(Grid);
    addRow(tr("For recipes"), list);
    auto *set = new QPushButton(tr("Set a secret…"));
    set->setAccessibleName(tr("Set a secret"));
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(set);
    row->addStretch();
    addRow(QString(), buttons);
    m_note = addNote();
    addNote(tr("Tokens, deploy keys and passwords are kept in the desktop's keyring and shown "
               "nowhere. Recipes on the Run page take them by name; where they were put is "
               "remembered, so that they can be taken away again."));
    connect(set, &QPushButton::clicked, this, &SecretSection::setRequested);
    setBook({}, {});
}

QWidget *
SecretSection::rowOf(const secret::SecretBook &book, const SecretName &name, bool isInMemory)
{
    const auto placements = book.placementsOf(name);
    const bool isKept = book.find(name) != nullptr;
    const QString kept = isInMemory ? tr("until Podium closes: no keyring runs")
                         : isKept   ? tr("in the keyring")
                                    : tr("not kept any more");
    auto *state = new ElidedLabel(
        placements.empty() ? tr("%1 · put nowhere").arg(kept)
                           : QStringLiteral("%1 · %2").arg(kept, whereText(placements)));
    state->setForegroundRole(QPalette::PlaceholderText);
    auto *line = new QHBoxLayout;
    line->setSpacing(Grid);
    line->addWidget(new ElidedLabel(name.text()), 1);
    auto *row = new QWidget;
    auto *column = makeColumn(0, row);
    column->addLayout(line);
    column->addWidget(state); // below the buttons: in a small window they leave it no room
    const auto addButton = [&](const QString &text, const QString &spoken, auto signal) {
        auto *button = new QPushButton(text);
        button->setAccessibleName(spoken.arg(name.text()));
        connect(
            button, &QPushButton::clicked, this, [this, name, signal] { (this->*signal)(name); });
        line->addWidget(button);
    };
    if (!placements.empty()) {
        addButton(
            tr("Take away…"), tr("Take %1 away from workers"), &SecretSection::withdrawRequested);
    }
    addButton(
        isKept ? tr("Replace…") : tr("Set…"), isKept ? tr("Replace %1") : tr("Set %1"),
        &SecretSection::replaceRequested);
    if (isKept) {
        addButton(tr("Remove…"), tr("Remove %1"), &SecretSection::removeRequested);
    }
    return row;
}

void SecretSection::setBook(const secret::SecretBook &book, const std::vector<SecretName> &inMemory)
{
    if (m_rows->count() > 0 && book == m_book && inMemory == m_inMemory) {
        return; // a button that has the focus keeps it
    }
    m_book = book;
    m_inMemory = inMemory;
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater(); // one of its buttons may be what asked for this
        }
        delete item;
    }
    for (const SecretName &name : book.names()) {
        const bool isInMemory = std::find(inMemory.begin(), inMemory.end(), name) != inMemory.end();
        m_rows->addWidget(rowOf(book, name, isInMemory));
    }
    if (m_rows->count() == 0) {
        m_rows->addWidget(mutedLabel(tr("none yet")));
    }
}

void SecretSection::setNote(const QString &text, bool isProblem)
{
    setRowNote(m_note, text, isProblem);
}

} // namespace podium::ui
