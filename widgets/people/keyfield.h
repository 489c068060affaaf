// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/keys/keytext.h"
#include "core/people/roster/rosteredit.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPlainTextEdit;

namespace podium::ui {

class KeyMaker;
struct KeyPlace;

/// Public keys, pasted, dropped or from a file; says at once what each of them is, and what is
/// wrong with it; or a new key, made here. The text of a private key is taken out of the field at
/// once.
class KeyField final : public QWidget
{
    Q_OBJECT

public:
    /// `place`: of keys that are made here.
    explicit KeyField(const KeyPlace &place, QWidget *parent = nullptr);

    [[nodiscard]] QByteArray text() const;
    void clear();
    /// There is text, and all of it may be used.
    [[nodiscard]] bool isUsable() const { return m_isUsable; }
    [[nodiscard]] bool isEmpty() const;
    /// What the person wants of the options before the keys; left out unless asked for.
    [[nodiscard]] people::LineOptions lineOptions() const;
    void focusEdit();

signals:
    void changed();

private:
    void buildSources();
    void judge();
    void chooseFile();
    void onFileChosen(const QString &path);
    [[nodiscard]] int fingerprintWidth(const people::KeyText &read) const;
    void showVerdict(const QString &text);
    void showMaker(bool shown);
    void append(const QString &lines);

    QPlainTextEdit *m_edit;
    QLabel *m_verdict;
    QCheckBox *m_keepOptions;
    QWidget *m_sources = nullptr;
    KeyMaker *m_maker;
    bool m_isUsable = false;
    int m_turn = 0; ///< of clear(): a file that is read was for whoever was there before
};

} // namespace podium::ui
