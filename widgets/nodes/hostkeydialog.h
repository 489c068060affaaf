// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/mark.h"

#include <QDialog>

#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace podium::ui {

/// What is known of a worker's host key, for HostKeyDialog. Texts are plain.
struct HostKeyAnswer
{
    QString worker; ///< "pod-v4:3"
    models::Mark mark = models::Mark::Unknown;
    QString text;
    bool mayForget = false;   ///< a key that nobody vouches for is known
    bool isUnchanged = false; ///< Google vouches for the known key
};

/// By which host key workers are known, and the way to meet them anew when it has changed: Google
/// is asked again, and a key that nobody vouches for can be forgotten. Not modal; asks nothing by
/// itself.
class HostKeyDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `names`: of the workers, for the title.
    explicit HostKeyDialog(const QString &names, QWidget *parent = nullptr);

    /// Google is being asked.
    void setAsking();
    void setAnswers(const std::vector<HostKeyAnswer> &answers);
    /// What was forgotten could not be stored.
    void setProblem(const QString &text);

signals:
    /// Google is to be asked again; `mayForget`: what the answers offer to forget is to go.
    void asked(bool mayForget);

private:
    void buildButtons(QBoxLayout *row);
    void clearAnswers();
    [[nodiscard]] QWidget *unchangedRows(const std::vector<HostKeyAnswer> &answers);

    QLabel *m_meaning = nullptr;
    QLabel *m_state = nullptr;
    QBoxLayout *m_rows = nullptr; ///< a mark and a sentence for each worker
    QPushButton *m_ask = nullptr;
    QPushButton *m_forget = nullptr;
};

} // namespace podium::ui
