// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <optional>

namespace podium::ui {

class NoticeBar;

/// What went wrong with the last refresh, above the list: said once for as long as it stays the
/// same, and taken down when it is over, unless something else was said since.
class RefreshErrorNotice final
{
public:
    /// `bar` must outlive it.
    explicit RefreshErrorNotice(NoticeBar &bar) : m_bar(bar) {}

    void show(const std::optional<Error> &error);

private:
    NoticeBar &m_bar;
    std::optional<Error> m_error;
    int m_number = 0; ///< of the notice that tells of it
};

} // namespace podium::ui
