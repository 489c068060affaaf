// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

namespace podium::tests {

/// A program that ends with this object, with all it has started; with the test too, if that
/// fails, crashes or is killed. Its stdin is empty.
class KeptProcess final : public QProcess
{
public:
    ~KeptProcess() override;
    void startKept(const QString &program, const QStringList &arguments);
    /// True when nothing of it runs any more.
    bool endAll();
};

} // namespace podium::tests
