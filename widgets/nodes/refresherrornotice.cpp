// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/refresherrornotice.h"

#include "widgets/common/noticebar.h"

#include <QCoreApplication>

namespace podium::ui {

void RefreshErrorNotice::show(const std::optional<Error> &error)
{
    if (error == m_error) {
        return; // also where it was dismissed
    }
    m_error = error;
    if (error) {
        m_bar.showError(*error, QCoreApplication::translate("RefreshErrorNotice", "Try again"));
        m_number = m_bar.number();
    } else {
        m_bar.clearNotice(m_number);
    }
}

} // namespace podium::ui
