// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// One write of Podium's ssh config, or the undo of one, in a process of its own that can be
// killed at any moment: writeonce HOME write|undo. Exit status: 0 done, 3 an error was reported.
#include "tests/core/sshconfig/sshhome.h"
#include "tests/core/sshconfig/tracedprocess.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc != 3) {
        return 2;
    }
    podium::Paths paths;
    paths.home = QString::fromLocal8Bit(argv[1]);
    podium::sshconfig::ConfigOptions options = podium::tests::usualOptions();
    options.user = QStringLiteral("eve"); // another one than the tests' own
    const podium::sshconfig::ConfigWriter writer(paths, podium::tests::sketchTime());
    podium::tests::markStart();
    const bool isUndo = qstrcmp(argv[2], "undo") == 0;
    const auto report =
        isUndo ? writer.restore(0) : writer.write(podium::tests::oneNode(), options);
    podium::tests::markStart(); // the end
    return report ? 0 : 3;
}
