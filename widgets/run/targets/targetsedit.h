// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inventory/inventory.h"
#include "core/models/run/targetwords.h"

#include <QFrame>
#include <QStringList>
#include <QVector>

#include <optional>
#include <vector>

class QCompleter;
class QLabel;
class QLineEdit;

namespace podium::ui {

class Chip;
class FlowLayout;

/// The words that say where to run, as chips, or as one chip where they are many; typing offers
/// what the inventory has. Says beside how many workers they name, and below, in place, what is
/// wrong with a word.
class TargetsEdit final : public QWidget
{
    Q_OBJECT

public:
    explicit TargetsEdit(const inventory::Inventory &inventory, QWidget *parent = nullptr);

    void setWords(const QStringList &words);
    [[nodiscard]] const QStringList &words() const { return m_words; }
    /// What is typed but not yet a chip becomes one.
    void commitTyped();
    [[nodiscard]] const std::vector<WorkerRef> &workers() const { return m_workers; }
    /// Why they cannot be used, if they cannot. None while nothing is chosen.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }
    void focusEdit();
    /// What stands in the field while nothing is chosen: which workers are meant, and for what.
    void setHint(const QString &hint);

signals:
    /// The words, or what they stand for, have changed.
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void build();
    void addWords(const QStringList &words);
    void removeWords(const QStringList &words);
    void showChips();
    Chip *addChip(const QString &word);
    void dropChip(Chip *chip);
    void showOneChip();
    void openList();
    void removeChip(Chip *chip);
    void stepFrom(Chip *chip, int by);
    void resolve();
    void resolveChip(Chip &chip) const;
    void showResult();
    bool editKey(int key);

    const inventory::Inventory &m_inventory;
    models::TargetWordModel m_completions;
    QFrame *m_frame = nullptr;
    FlowLayout *m_flow = nullptr;
    QLineEdit *m_edit = nullptr;
    QCompleter *m_completer = nullptr;
    QLabel *m_count = nullptr;
    QLabel *m_problem = nullptr;
    QString m_hint;
    QStringList m_words;
    QVector<Chip *> m_chips;  ///< of the words, in their order; or one for all of them
    Chip *m_forAll = nullptr; ///< that one
    std::vector<WorkerRef> m_workers;
    std::optional<Error> m_error;
};

} // namespace podium::ui
