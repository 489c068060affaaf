// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/people/roster/collaborator.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QDateEdit;
class QFormLayout;
class QLineEdit;
class QToolButton;

namespace podium::ui {

/// What a person is given: nodes, sudo and until when; folded away, what is seldom needed.
class GrantFields final : public QWidget
{
    Q_OBJECT

public:
    /// `clock` must outlive it.
    explicit GrantFields(const Clock &clock, QWidget *parent = nullptr);

    /// One more line in the fold; takes ownership.
    void addFolded(const QString &label, QWidget *field);
    /// As for someone new: nothing given, the fold closed.
    void clear();
    /// Only what this grant gives is to be changed: its nodes and its account stay as they are.
    void setGrant(const people::Grant &grant);
    /// What may be typed for nodes, to choose from.
    void setSelectors(const QStringList &selectors);
    /// A grant for each word in the field of nodes. InvalidArgument where a word or a name is
    /// malformed, or where something is given and no nodes to have it on; then `wrongField()` is
    /// where to check.
    [[nodiscard]] Result<std::vector<people::Grant>> grants();
    [[nodiscard]] QWidget *wrongField() const { return m_wrong; }

signals:
    void changed();

private:
    [[nodiscard]] QWidget *buildMore();
    [[nodiscard]] QLineEdit *
    addMoreLine(QFormLayout *form, const QString &name, const QString &placeholder);
    [[nodiscard]] Result<people::Grant> commonGrant();
    [[nodiscard]] bool isAnythingGiven() const;

    const Clock &m_clock;
    std::optional<people::Grant> m_before; ///< the one that is changed
    QComboBox *m_nodes;
    QCheckBox *m_sudo;
    QCheckBox *m_ends;
    QDateEdit *m_until;
    QToolButton *m_fold;
    QCheckBox *m_begins;
    QDateEdit *m_from;
    QWidget *m_more = nullptr;
    QFormLayout *m_moreForm = nullptr;
    QLineEdit *m_login = nullptr;
    QLineEdit *m_groups = nullptr;
    QLineEdit *m_shell = nullptr;
    QCheckBox *m_adopt = nullptr;
    QCheckBox *m_exclusive = nullptr;
    QWidget *m_wrong = nullptr;
};

} // namespace podium::ui
