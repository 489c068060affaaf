// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"
#include "widgets/settings/section.h"

class QPlainTextEdit;

namespace podium::ui {

/// Folders with recipes besides the person's own.
class RecipeSection final : public Section
{
    Q_OBJECT

public:
    explicit RecipeSection(QWidget *parent = nullptr);
    void setSettings(const store::Settings &settings);
    void applyTo(store::Settings &settings) const;

signals:
    void edited();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QStringList folders() const;
    void check();
    void choose();

    QPlainTextEdit *m_folders = nullptr;
    QLabel *m_note = nullptr;
    store::Settings m_shown;
};

} // namespace podium::ui
