// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace podium::ui {

/// Public keys, pasted, dropped or from a file; says at once what each of them is, and what is
/// wrong with it. The text of a private key is taken out of the field at once.
class KeyField final : public QWidget
{
    Q_OBJECT

public:
    explicit KeyField(QWidget *parent = nullptr);

    [[nodiscard]] QByteArray text() const;
    void clear();
    /// There is text, and all of it may be used.
    [[nodiscard]] bool isUsable() const { return m_isUsable; }
    [[nodiscard]] bool isEmpty() const;
    void focusEdit();

signals:
    void changed();

private:
    void judge();
    void chooseFile();
    void takeFile(const QString &path);

    QPlainTextEdit *m_edit;
    QLabel *m_verdict;
    bool m_isUsable = false;
};

} // namespace podium::ui
