// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/writer/filetransaction.h"

#include <QHash>

#include <cstdlib>
#include <utility>

namespace podium::sshconfig {

namespace {

constexpr std::array<PlanFile, 3> kOrder = {kOwnFile, kKnownHostsFile, kGeneratedFile};

/// Lines that one has and the other has not, wherever they stand.
WrittenFile countLines(const QString &path, const QByteArray &before, const QByteArray &after)
{
    QHash<QByteArray, int> surplus;
    for (const QByteArray &line : after.split('\n')) {
        ++surplus[line];
    }
    for (const QByteArray &line : before.split('\n')) {
        --surplus[line];
    }
    surplus.remove(QByteArray()); // what is behind the last line end, and lines that say nothing
    WrittenFile file{path, 0, 0};
    for (const int count : std::as_const(surplus)) {
        (count > 0 ? file.added : file.removed) += std::abs(count);
    }
    return file;
}

} // namespace

FileTransaction::FileTransaction(const FileStates &states, FileContents wanted)
    : m_states(states)
    , m_wanted(std::move(wanted))
{}

const DiskFile &FileTransaction::disk(PlanFile file) const
{
    switch (file) {
    case kGeneratedFile:
        return m_states.generated;
    case kKnownHostsFile:
        return m_states.knownHosts;
    case kOwnFile:
        break;
    }
    return m_states.own.main;
}

bool FileTransaction::changes(PlanFile file) const
{
    const auto &wanted = m_wanted[file];
    return wanted.has_value() != disk(file).exists || (wanted && *wanted != disk(file).bytes);
}

bool FileTransaction::isChange() const
{
    return !changedPaths().isEmpty();
}

QStringList FileTransaction::changedPaths() const
{
    QStringList paths;
    for (const PlanFile file : kOrder) {
        if (changes(file)) {
            paths << disk(file).path;
        }
    }
    return paths;
}

std::vector<WrittenFile> FileTransaction::changedFiles() const
{
    std::vector<WrittenFile> files;
    for (const PlanFile file : kOrder) {
        if (changes(file)) {
            files.push_back(countLines(
                disk(file).path, disk(file).bytes, m_wanted[file].value_or(QByteArray())));
        }
    }
    return files;
}

Result<> FileTransaction::stage()
{
    for (const PlanFile file : kOrder) {
        if (!changes(file)) {
            continue;
        }
        if (!m_wanted[file]) {
            m_staged[file].emplace(StagedFile::removal(disk(file)));
            continue;
        }
        auto staged = StagedFile::write(disk(file), *m_wanted[file]);
        if (!staged) {
            return failure(staged.error());
        }
        m_staged[file].emplace(std::move(*staged));
    }
    return {};
}

QString FileTransaction::stagedGenerated() const
{
    const auto &staged = m_staged[kGeneratedFile];
    return staged ? staged->path() : QString();
}

Result<> FileTransaction::commit()
{
    for (const PlanFile file : kOrder) {
        if (!m_staged[file]) {
            continue;
        }
        if (auto done = m_staged[file]->commit(); !done) {
            (void)takeBack();
            return done;
        }
        m_committed.push_back(file);
    }
    return {};
}

Result<> FileTransaction::takeBack()
{
    Result<> outcome;
    while (!m_committed.empty()) {
        if (auto done = m_staged[m_committed.back()]->takeBack(); !done) {
            outcome = done;
            m_isTakenBack = false;
        }
        m_committed.pop_back();
    }
    return outcome;
}

} // namespace podium::sshconfig
