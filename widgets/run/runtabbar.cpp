// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/runtabbar.h"

#include "widgets/common/theme.h"

#include <QResizeEvent>

#include <algorithm>
#include <vector>

namespace podium::ui {

namespace {

constexpr int LeastTab = Grid * 16; ///< a word can still be read beside the button that closes it

} // namespace

RunTabBar::RunTabBar(QWidget *parent) : QTabBar(parent)
{
    setDocumentMode(true);
    setTabsClosable(true);
    setExpanding(false);
    setDrawBase(false);
    setElideMode(Qt::ElideMiddle); // how it stands is at the end
    setUsesScrollButtons(true);
    // Qt leaves the tabs as wide as they are.
    connect(this, &QTabBar::currentChanged, this, [this] {
        QResizeEvent same(size(), size());
        resizeEvent(&same);
    });
}

/// How wide those that are not the current one may be, so that all of them fit in.
int RunTabBar::widestOther() const
{
    int left = width();
    std::vector<int> others;
    for (int i = 0; i < count(); ++i) {
        const int wide = QTabBar::tabSizeHint(i).width();
        if (i == currentIndex()) {
            left -= wide;
        } else {
            others.push_back(wide);
        }
    }
    std::sort(others.begin(), others.end());
    for (std::size_t i = 0; i < others.size(); ++i) {
        const int share = left / int(others.size() - i);
        if (others[i] > share) {
            return std::max(share, LeastTab);
        }
        left -= others[i];
    }
    return width();
}

QSize RunTabBar::tabSizeHint(int index) const
{
    const QSize size = QTabBar::tabSizeHint(index);
    const int most = index == currentIndex() ? width() : widestOther();
    return {std::min(size.width(), std::max(most, LeastTab)), size.height()};
}

/// Qt would take the same from each.
QSize RunTabBar::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

} // namespace podium::ui
