// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/hostkeystore.h"

#include "core/base/log.h"

#include <QFileInfo>
#include <QUrl>

#include <spdlog/spdlog.h>

namespace podium::ssh {

namespace {

constexpr std::chrono::seconds LockLimit{10};
/// A run meets many workers at once: they are written together.
constexpr std::chrono::milliseconds GatherFor{200};

/// A name as it stands in the file: nothing in it can end the field or the line.
QString fileName(const QString &alias)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(alias, QByteArrayLiteral(":[]@")));
}

QHash<QString, QList<HostKey>> parseTable(const QByteArray &bytes)
{
    QHash<QString, QList<HostKey>> table;
    const QList<QByteArray> lines = bytes.split('\n');
    for (const QByteArray &line : lines) {
        const int space = line.indexOf(' ');
        if (space <= 0 || line[0] == '#') {
            continue;
        }
        if (const auto key = HostKey::parse(line.mid(space + 1))) {
            table[QString::fromUtf8(line.left(space))] << *key;
        }
    }
    return table;
}

QByteArray formatTable(const QHash<QString, QList<HostKey>> &table)
{
    QByteArray bytes = "# Host keys of workers as Podium met them first: alias type key\n";
    QStringList aliases = table.keys();
    aliases.sort();
    for (const QString &alias : qAsConst(aliases)) {
        for (const HostKey &key : table.value(alias)) {
            bytes += alias.toUtf8() + ' ' + key.text() + '\n';
        }
    }
    return bytes;
}

/// Whoever it knows may be another by now: a login is refused until somebody has looked at it.
Error unread(const QString &path, const Error &why)
{
    return {
        ErrorKind::HostKey, QStringLiteral("The known host keys cannot be read; nothing was sent."),
        why.text(),
        QStringLiteral("Make %1 readable again. If you move it away, each worker is taken to be "
                       "the one that answers first.")
            .arg(path),
        path};
}

} // namespace

HostKeyStore::HostKeyStore(QString path) : m_path(std::move(path)) {}

HostKeyStore::~HostKeyStore()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
    }
    m_changed.notify_all();
    if (m_writer.joinable()) {
        m_writer.join();
    }
}

void HostKeyStore::apply(Table &table, const Change &change)
{
    if (!change.accepted) {
        table.remove(change.name);
    } else if (!table.contains(change.name)) { // the first one met stays
        table.insert(change.name, {*change.accepted});
    }
}

Result<> HostKeyStore::loadIfChanged()
{
    const FileState state = fileState(m_path);
    if (m_isLoaded && state == m_loaded) {
        return {};
    }
    const auto bytes = readFile(m_path);
    if (!bytes && bytes.error().kind != ErrorKind::NotFound) {
        return failure(unread(m_path, bytes.error()));
    }
    m_isLoaded = true;
    m_loaded = state;
    m_table = parseTable(bytes.value_or(QByteArray()));
    for (const auto *changes : {&m_underWay, &m_pending}) {
        for (const Change &change : *changes) {
            apply(m_table, change);
        }
    }
    return {};
}

Result<QList<HostKey>> HostKeyStore::keysFor(const QString &alias)
{
    const QString name = fileName(alias);
    const std::lock_guard lock(m_mutex);
    auto loaded = loadIfChanged();
    if (!loaded && !m_table.contains(name)) {
        return failure(loaded.error());
    }
    return m_table.value(name);
}

HostKeyStore::Verdict HostKeyStore::check(const QString &alias, const HostKey &key)
{
    const QString name = fileName(alias);
    const std::lock_guard lock(m_mutex);
    const bool isRead = loadIfChanged().has_value(); // another Podium may have met it, or forgotten
    if (!isRead && !m_table.contains(name)) {
        return Verdict::Unread;
    }
    if (!m_table.contains(name)) {
        queueChange({name, key});
        return Verdict::FirstUse;
    }
    return m_table.value(name).contains(key) ? Verdict::Known : Verdict::Changed;
}

void HostKeyStore::forget(const QString &alias)
{
    const std::lock_guard lock(m_mutex);
    queueChange({fileName(alias), std::nullopt});
}

void HostKeyStore::queueChange(Change what)
{
    apply(m_table, what);
    m_pending.push_back(std::move(what));
    if (!m_writer.joinable()) {
        m_writer = std::thread([this] { writeLoop(); });
    }
    m_changed.notify_all();
}

Result<> HostKeyStore::flush()
{
    std::unique_lock lock(m_mutex);
    m_isHurrying = true;
    m_changed.notify_all();
    m_changed.wait(lock, [this] { return m_pending.empty() && m_underWay.empty(); });
    m_isHurrying = false;
    return m_lastWrite;
}

void HostKeyStore::writeLoop()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isStopping || !m_pending.empty(); });
        if (m_pending.empty()) {
            return;
        }
        m_changed.wait_for(lock, GatherFor, [this] { return m_isStopping || m_isHurrying; });
        m_underWay = std::exchange(m_pending, {});
        lock.unlock();
        Result<> written = write(m_underWay);
        lock.lock();
        m_underWay.clear();
        if (!written) {
            logger("ssh")->warn("{}", written.error().text().toStdString());
        }
        m_lastWrite = std::move(written);
        m_changed.notify_all();
    }
}

Result<> HostKeyStore::write(const std::vector<Change> &changes)
{
    if (auto made = makePrivateFolder(QFileInfo(m_path).path()); !made) {
        return made;
    }
    const auto lock = FileLock::acquire(m_path + QStringLiteral(".lock"), LockLimit);
    if (!lock) {
        return failure(lock.error());
    }
    Table table;
    std::unique_lock guard(m_mutex);
    const bool isAsWeKnowIt = fileState(m_path) == m_loaded;
    if (isAsWeKnowIt) {
        table = m_table;
    }
    guard.unlock();
    if (!isAsWeKnowIt) {
        const auto bytes = readFile(m_path);
        if (!bytes && bytes.error().kind != ErrorKind::NotFound) {
            return failure(bytes.error());
        }
        table = parseTable(bytes.value_or(QByteArray()));
        for (const Change &change : changes) {
            apply(table, change);
        }
    }
    auto written = writeFileAtomically(m_path, formatTable(table), 0600);
    guard.lock();
    if (written) {
        m_loaded = fileState(m_path);
        m_table = std::move(table);
        for (const Change &change : m_pending) {
            apply(m_table, change);
        }
    }
    return written;
}

} // namespace podium::ssh
