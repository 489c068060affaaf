// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace podium::models {
class AliasCheckModel;
class SshCheck;
} // namespace podium::models

namespace podium::ui {

class MarkWidget;

/// The check of all aliases: how far it is, what it found, what needs a look first.
class CheckPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `check` must outlive it.
    explicit CheckPanel(models::SshCheck &check, QWidget *parent = nullptr);

    /// What was found before is not shown any more.
    void forget();

signals:
    void closed();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QWidget *buildHead();
    void buildTable();
    void showProgress();
    void showResult();

    models::SshCheck &m_check;
    models::AliasCheckModel *m_model = nullptr;
    MarkWidget *m_mark = nullptr;
    QLabel *m_summary = nullptr;
    QLabel *m_when = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_stop = nullptr;
    QTableView *m_table = nullptr;
    QTimer m_fit;
};

} // namespace podium::ui
