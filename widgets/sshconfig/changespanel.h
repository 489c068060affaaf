// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace podium::models {
class AliasChangeModel;
class DiffModel;
struct PlanFile;
} // namespace podium::models

namespace podium::ui {

class AliasTable;
class DiffView;

/// What a write changes in one file: of the generated config host by host, its lines on demand; of
/// any other the lines.
class ChangesPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ChangesPanel(QWidget *parent = nullptr);
    void show(const models::PlanFile &file);

private:
    [[nodiscard]] QWidget *buildHead();
    void showView();

    models::AliasChangeModel *m_hosts = nullptr;
    models::DiffModel *m_diff = nullptr;
    QWidget *m_head = nullptr;
    QLabel *m_summary = nullptr;
    QPushButton *m_toggle = nullptr;
    QStackedWidget *m_stack = nullptr;
    AliasTable *m_table = nullptr;
    DiffView *m_lines = nullptr;
    bool m_hasHosts = false;
    bool m_wantsLines = false; ///< by the button; stays from file to file
};

} // namespace podium::ui
