// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/bytepipe.h"
#include "core/files/copyscripts.h"
#include "core/files/digest.h"
#include "core/files/manifest.h"
#include "core/files/treesender.h"
#include "core/remote/streamscript.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <thread>

namespace podium::tests {

/// What a script answered, and whether it came to its end.
struct Answered
{
    QByteArrayList items;
    bool isComplete = false;
    QByteArray behind{}; ///< what comes behind the answer
};

/// The scripts of copies, run by a shell of this machine in the folder "there"; what is copied is
/// in the folder "here", and goes to "there/in it".
class StreamFixture
{
public:
    StreamFixture() = default;

protected:
    void makeFolders()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        shell("mkdir here there");
    }
    QByteArray shell(const QByteArray &command) const
    {
        QProcess process;
        process.setWorkingDirectory(m_folder->path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromUtf8(command)});
        [&] { QVERIFY(process.waitForFinished(Patience)); }();
        return process.readAll();
    }
    void write(const QByteArray &path, const QByteArray &bytes) const
    {
        QFile file(m_folder->filePath(QString::fromUtf8(path)));
        [&] { QVERIFY(file.open(QIODevice::WriteOnly)); }();
        file.write(bytes);
    }
    /// Names, kinds, modes, times, targets and content of all below it.
    [[nodiscard]] QByteArray listing(const char *name) const
    {
        return shell(
            "cd " + QByteArray(name) +
            " && find . -mindepth 1 -type d -printf '%p %y %m\\n' -o -mindepth 1 -printf '%p %y %m "
            "%s %T@ %l\\n' | sort"
            " && find . -type f -exec sha256sum {} + | sort");
    }
    [[nodiscard]] Answered runScript(
        const remote::Script &script, const std::vector<remote::Record> &data,
        const QByteArray &rest)
    {
        const QByteArray input = remote::streamInput(script, data);
        QProcess process;
        process.setWorkingDirectory(m_folder->filePath(QStringLiteral("there")));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(
            QStringLiteral("PATH"),
            m_folder->filePath(QStringLiteral("tools:")) + environment.value("PATH"));
        process.setProcessEnvironment(environment);
        const QByteArray command = remote::streamCommand(input).replace("/bin/sh", m_shell);
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromUtf8(command)});
        process.write(input + rest);
        process.closeWriteChannel();
        [&] { QVERIFY(process.waitForFinished(Patience)); }();
        files::AnswerReader reader;
        Answered answered{reader.read(process.readAllStandardOutput()), false};
        answered.isComplete = reader.isComplete();
        answered.behind = reader.takeBehind();
        if (!answered.isComplete) {
            qWarning("%s", process.readAllStandardError().constData());
        }
        return answered;
    }
    [[nodiscard]] files::LocalTree tree() const
    {
        const auto tree = files::readLocalTree(
            {QFile::encodeName(m_folder->filePath(QStringLiteral("here/.")))}, {});
        [&] { QVERIFY(tree.has_value()); }();
        return *tree;
    }
    [[nodiscard]] files::TreeToSend all(const files::LocalTree &tree) const
    {
        const std::atomic<bool> isStopped{false};
        auto sums = std::make_shared<QHash<std::size_t, QByteArray>>();
        files::TreeToSend what;
        what.tree = std::make_shared<files::LocalTree>(tree);
        for (std::size_t i = 0; i < tree.entries.size(); ++i) {
            what.places.push_back(i);
            if (tree.entries[i].entry.kind == files::EntryKind::File) {
                sums->insert(i, files::digestOf(tree.entries[i].localPath, isStopped));
            }
        }
        what.sums = sums;
        return what;
    }
    [[nodiscard]] QByteArray
    streamOf(const files::TreeToSend &what, std::vector<files::FileProblem> *problems = nullptr)
    {
        files::BytePipe pipe;
        std::vector<files::FileProblem> told;
        std::thread sender([&] { told = files::sendTree(what, pipe); });
        QByteArray bytes;
        for (QByteArray piece = pipe.take(); !piece.isEmpty(); piece = pipe.take()) {
            bytes += piece;
        }
        sender.join();
        if (problems != nullptr) {
            *problems = told;
        }
        return bytes;
    }
    [[nodiscard]] static std::vector<remote::Record> receiveData(bool isCompressed, bool keepsParts)
    {
        return {
            {"place", {"./in it"}},
            {"id", {"0123456789abcdef"}},
            {"packing", {isCompressed ? "zstd" : "none"}},
            {"parts", {keepsParts ? "keep" : "drop"}}};
    }
    [[nodiscard]] Answered
    receive(const QByteArray &stream, bool isCompressed = false, bool keepsParts = false)
    {
        return runScript(files::receiveScript(), receiveData(isCompressed, keepsParts), stream);
    }

    std::unique_ptr<QTemporaryDir> m_folder; ///< what is in "tools" is taken before other programs
    QByteArray m_shell = "/bin/sh";          ///< that runs the scripts
};

} // namespace podium::tests
