// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runfilter.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace podium::ui {

/// Shows only panes of workers with a text in their names. Closed, it shows all.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    /// `filter` must outlive it.
    explicit FilterBar(models::RunFilter &filter, QWidget *parent = nullptr);

    void activate();
    void dismiss();

signals:
    void changed(); ///< other panes are to be shown
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void apply();
    void showCount();

    models::RunFilter &m_filter;
    QLineEdit *m_edit;
    QLabel *m_count;
};

} // namespace podium::ui
