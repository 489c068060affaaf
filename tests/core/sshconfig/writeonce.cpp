// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writes of Podium's ssh config, or undos of one, each in a process of its own that can be killed
// at any moment: for each line "HOME, PATH, write or undo, the fault's kind, call and error" (with
// tabs between) one line that says how it went: "traced, killed, status, its calls". The processes
// are copies of this one: under the sanitizers the start of a program takes many times as long as a
// write. Exit status of a write: 0 done, 3 an error was reported.
#include "tests/core/sshconfig/sshhome.h"
#include "tests/core/sshconfig/tracedprocess.h"

#include <QCoreApplication>

#include <iostream>
#include <string>

using namespace podium;
using namespace podium::tests;

namespace {

int writeOrUndo(const QByteArray &home, const QByteArray &path, bool isUndo)
{
    qputenv("PATH", path);
    Paths paths;
    paths.home = QString::fromLocal8Bit(home);
    sshconfig::ConfigOptions options = usualOptions();
    options.user = QStringLiteral("eve"); // another one than the tests' own
    const sshconfig::ConfigWriter writer(paths, sketchTime());
    markStart();
    const auto report = isUndo ? writer.restore(0) : writer.write(oneNode(), options);
    markStart(); // the end
    return report ? 0 : 3;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    for (std::string line; std::getline(std::cin, line);) {
        const QList<QByteArray> words = QByteArray::fromStdString(line).split('\t');
        if (words.size() != 6) {
            return 2;
        }
        const Fault fault{Fault::Kind(words[3].toInt()), words[4].toInt(), words[5].toInt()};
        const TraceResult result = runTraced(
            [&words] { return writeOrUndo(words[0], words[1], words[2] == "undo"); }, fault);
        std::cout << result.isTraced << '\t' << result.isKilled << '\t' << result.status << '\t';
        for (const CallKind call : result.calls) {
            std::cout << int(call);
        }
        std::cout << std::endl;
    }
    return 0;
}
