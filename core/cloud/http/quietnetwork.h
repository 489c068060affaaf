// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

class QNetworkAccessManager;

namespace podium::cloud {

/// A manager that leaves the machine's network devices alone. By itself Qt 5's loads its "bearer"
/// plugins, which ask NetworkManager and scan for wireless networks again and again: traffic beside
/// it, an ssh session too, stalls meanwhile (QTBUG-40332), and every start pays for their
/// libraries. Make the process's first manager by this: Qt loads them once. On the application's
/// thread.
[[nodiscard]] std::unique_ptr<QNetworkAccessManager> quietNetwork();

} // namespace podium::cloud
