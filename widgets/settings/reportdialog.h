// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace podium {
struct Error;
}

namespace podium::ui {

class NoticeBar;

/// The report of a fault before it goes anywhere: it can be read, changed, copied and saved.
class ReportDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ReportDialog(const QString &report, QWidget *parent = nullptr);
    /// As it stands now.
    [[nodiscard]] QString report() const;
    void showSaved(const QString &file);
    void showError(const Error &error);

signals:
    /// `file` was chosen in a dialog; whether there is one of that name has not been asked.
    void saveRequested(const QString &file);

private:
    void chooseFile();

    NoticeBar *m_notice = nullptr;
    QPlainTextEdit *m_text = nullptr;
    QPushButton *m_save = nullptr;
    QPushButton *m_copy = nullptr;
};

} // namespace podium::ui
