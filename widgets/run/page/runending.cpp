// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runending.h"

#include "widgets/run/page/runpage.h"

#include <QTimer>

namespace podium::ui {

namespace {

constexpr int PoliteMs = 3000;
constexpr int LongestMs = 9000; // a killed command is given up after five seconds

} // namespace

RunEnding::RunEnding(RunPage &page, QObject *parent) : QObject(parent), m_page(page) {}

void RunEnding::begin()
{
    if (m_waiting) {
        return; // a second time would kill what was asked politely
    }
    m_waiting = new QObject(this);
    m_areMarksKept = false;
    connect(&m_page, &RunPage::runningCountChanged, m_waiting, [this] { check(); });
    QTimer::singleShot(PoliteMs, m_waiting, [this] {
        m_areMarksKept = true; // a worker that does not answer is not waited for
        m_page.stopAll();
        check();
    });
    QTimer::singleShot(LongestMs, m_waiting, [this] { finish(); });
    detach();
    m_page.stopAll();
    check();
}

void RunEnding::detach()
{
    m_page.leaveDetached([this, waiting = m_waiting] {
        if (waiting) {
            m_areMarksKept = true;
            check();
        }
    });
}

void RunEnding::check()
{
    if (m_waiting && m_areMarksKept && m_page.attachedCount() == 0) {
        finish();
    }
}

void RunEnding::finish()
{
    m_waiting->deleteLater();
    m_waiting.clear();
    emit done();
}

} // namespace podium::ui
