// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/detached/orphanspanel.h"

#include "core/models/run/workerlabels.h"
#include "core/run/detached/orphanedrun.h"
#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/theme.h"
#include "widgets/run/runtitle.h"

#include <QBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace podium::ui {

struct OrphansPanel::Row
{
    run::OrphanedRun orphan;
    std::unique_ptr<QWidget> widget;
    std::unique_ptr<QObject> listener; ///< hears nothing more when the row has gone
    ElidedLabel *text = nullptr;
    QPushButton *look = nullptr;
    QPushButton *end = nullptr;
    QPushButton *dismiss = nullptr;
    const run::Run *asked = nullptr; ///< whose answer counts; null: nobody is being asked
    bool wasToldToEnd = false;       ///< the next time it must
};

OrphansPanel::OrphansPanel(Start start, QWidget *parent)
    : QFrame(parent)
    , m_start(std::move(start))
    , m_rowArea(new QScrollArea)
    , m_column(new QVBoxLayout)
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Possibly still running"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid / 2, Grid, Grid / 2);
    column->setSpacing(Grid / 2);
    column->addWidget(headingLabel(tr("Podium did not exit cleanly; these may still be running")));
    m_rowArea->setFrameShape(QFrame::NoFrame);
    m_rowArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rowArea->setWidgetResizable(true);
    m_rowArea->setFocusPolicy(Qt::NoFocus); // its buttons have it
    auto *rows = new QWidget;
    rows->setLayout(m_column);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Grid / 2);
    m_rowArea->setWidget(rows);
    column->addWidget(m_rowArea);
    hide();
}

OrphansPanel::~OrphansPanel() = default;

void OrphansPanel::setRuns(const std::vector<run::OrphanedRun> &runs)
{
    m_rows.clear();
    for (const run::OrphanedRun &orphan : runs) {
        if (orphan.isOver()) {
            run::forgetRun(orphan);
        } else {
            addRow(orphan);
        }
    }
    fit();
}

/// As high as its rows; where these are many, half a row shows that there are more.
void OrphansPanel::fit()
{
    constexpr double MostRows = 4.5;
    setVisible(!m_rows.empty());
    if (!m_rows.empty()) {
        const double rows = std::min(double(m_rows.size()), MostRows);
        const int high = m_rows.front()->widget->sizeHint().height();
        m_rowArea->setFixedHeight(int(rows * high) + (int(rows) - 1) * m_column->spacing());
    }
    emit countChanged(int(m_rows.size()));
}

void OrphansPanel::addRow(const run::OrphanedRun &orphan)
{
    auto made = std::make_unique<Row>();
    Row &row = *made;
    row.orphan = orphan;
    row.widget = std::make_unique<QWidget>();
    row.listener = std::make_unique<QObject>();
    row.text = new ElidedLabel;
    auto *line = new QHBoxLayout(row.widget.get());
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(Grid);
    line->addWidget(row.text, 1);
    const auto add = [line](const QString &text, const QString &name, const QString &toolTip) {
        auto *button = new QPushButton(text);
        button->setAccessibleName(name);
        button->setToolTip(toolTip);
        line->addWidget(button);
        return button;
    };
    row.look =
        add(tr("Check workers"), tr("Check workers for what still runs"),
            tr("Ask the workers, in panes of their own, what still runs"));
    row.end = add(tr("Stop"), tr("Stop what still runs"), {});
    ignoreDoubleClicks(row.end); // it becomes Kill
    row.dismiss = add(
        tr("Dismiss"), tr("Dismiss the run"), tr("Leave it as it is, and do not list it again"));
    connect(row.look, &QPushButton::clicked, row.listener.get(), [this, &row] {
        ask(row, run::orphanCheck(row.orphan));
    });
    connect(row.end, &QPushButton::clicked, row.listener.get(), [this, &row] {
        ask(row, run::orphanEnd(row.orphan, row.wasToldToEnd));
        row.wasToldToEnd = true;
    });
    // Later: the button is in its own signal, and goes.
    connect(
        row.dismiss, &QPushButton::clicked, row.listener.get(), [this, &row] { remove(row); },
        Qt::QueuedConnection);
    m_column->addWidget(row.widget.get());
    m_rows.push_back(std::move(made));
    showState(row);
}

void OrphansPanel::ask(Row &row, run::RunSpec spec)
{
    const run::Run *answers = m_start(std::move(spec));
    row.asked = answers;
    showState(row);
    connect(answers, &run::Run::finished, row.listener.get(), [this, &row, answers] {
        learn(row, *answers);
    });
    connect(answers, &QObject::destroyed, row.listener.get(), [this, &row, answers] {
        if (row.asked == answers) { // its tab was closed
            row.asked = nullptr;
            showState(row);
        }
    });
}

/// Those that say that nothing runs there are out of it.
void OrphansPanel::learn(Row &row, const run::Run &answers)
{
    row.orphan.mayRun = run::mayStillRun(answers);
    run::keepOnly(row.orphan, row.orphan.mayRun);
    row.asked = nullptr;
    if (row.orphan.mayRun.empty()) {
        remove(row);
    } else {
        showState(row);
    }
}

void OrphansPanel::showState(Row &row)
{
    run::RunSpec named;
    named.command = row.orphan.command;
    const auto shown = [](const QDateTime &time) {
        return QLocale().toString(time.toLocalTime(), QLocale::ShortFormat);
    };
    row.text->setText(
        row.orphan.isUnknown
            ? tr("A run of which nothing is known any more, last noted %1")
                  .arg(shown(row.orphan.lastNoteAt))
            : tr("%1 — on %2, begun %3")
                  .arg(
                      runTitle(named), models::foldedLabel(models::workerLabels(row.orphan.mayRun)),
                      shown(row.orphan.startedAt)));
    for (QPushButton *button : {row.look, row.end, row.dismiss}) {
        button->setAccessibleDescription(row.text->text());
    }
    row.look->setVisible(!row.orphan.isUnknown); // nobody knows whom to ask
    row.end->setVisible(!row.orphan.isUnknown);
    row.look->setEnabled(!row.asked);
    row.end->setEnabled(!row.asked);
    row.end->setText(row.wasToldToEnd ? tr("Kill") : tr("Stop"));
    row.end->setToolTip(
        row.wasToldToEnd ? tr("Send KILL to what is found there")
                         : tr("Send TERM to what is found there"));
}

void OrphansPanel::remove(Row &row)
{
    run::forgetRun(row.orphan);
    const auto place = std::find_if(
        m_rows.begin(), m_rows.end(), [&row](const auto &each) { return each.get() == &row; });
    if (place != m_rows.end()) {
        m_rows.erase(place);
    }
    fit();
}

} // namespace podium::ui
