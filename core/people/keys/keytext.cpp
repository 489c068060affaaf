// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/keys/keytext.h"

#include "core/people/keys/keyoptions.h"
#include "core/people/keys/metadatakey.h"
#include "core/people/keys/textrules.h"

#include <QSet>

#include <algorithm>

namespace podium::people {

namespace {

constexpr int LongestLine = 16 * 1024;
constexpr int MostKeys = 1000;

KeyEntry refusedEntry(int lineNumber, const QString &text)
{
    KeyEntry entry;
    entry.lineNumber = lineNumber;
    entry.remarks.push_back({Severity::Refused, text});
    return entry;
}

bool looksPrivate(const QByteArray &text)
{
    // "openssh-key-v1" in base64 is how the body of such a file begins, armour or not.
    static const QByteArray marks[] = {
        "PRIVATE KEY", "PuTTY-User-Key-File-", "b3BlbnNzaC1rZXktdjE",
        "SSH PRIVATE KEY FILE FORMAT"};
    return std::any_of(std::begin(marks), std::end(marks), [&text](const QByteArray &mark) {
        return text.contains(mark);
    });
}

/// Why there is no key in a line that should have one.
QString whyNoKey(const QByteArray &line)
{
    if (line.startsWith("---- BEGIN SSH2 PUBLIC KEY")) {
        return QStringLiteral("This is a key in the form of RFC 4716 (PuTTY's export). Convert it "
                              "with: ssh-keygen -i -f FILE");
    }
    if (line.startsWith("-----BEGIN ")) {
        return QStringLiteral("This is a key or certificate in PEM form. Paste the .pub file that "
                              "ssh-keygen made beside it.");
    }
    const QList<QByteArray> words = line.simplified().split(' ');
    for (const QByteArray &word : words) {
        if (isCertificateTypeName(word)) {
            return QStringLiteral("This is a certificate, which expires and cannot stand in "
                                  "authorized_keys. Paste the key (.pub) itself.");
        }
    }
    const auto type = std::find_if(words.begin(), words.end(), isKeyTypeName);
    if (type != words.end()) {
        return QStringLiteral("The %1 key is damaged: cut off, or broken over several lines?")
            .arg(QString::fromLatin1(*type));
    }
    return QStringLiteral("There is no public key in this line.");
}

void judgeStrength(const PublicKey &key, std::vector<KeyRemark> &remarks)
{
    if (key.type() == KeyType::Dsa) {
        remarks.push_back(
            {Severity::Refused,
             QStringLiteral("DSA keys are broken, and OpenSSH no longer takes them.")});
    }
    if (key.type() != KeyType::Rsa) {
        return;
    }
    if (key.isDegenerate()) {
        remarks.push_back(
            {Severity::Refused,
             QStringLiteral("This RSA key's numbers are wrong: anyone could sign with it.")});
    } else if (key.bits() < 2048) {
        remarks.push_back(
            {Severity::Refused,
             QStringLiteral("An RSA key of %1 bits is too short: it can be broken.")
                 .arg(key.bits())});
    } else if (key.bits() < 3072) {
        remarks.push_back(
            {Severity::Warning,
             QStringLiteral("An RSA key of %1 bits is short; ed25519 would be better.")
                 .arg(key.bits())});
    }
}

bool haveAuthority(const std::vector<KeyOption> &options)
{
    return std::any_of(options.begin(), options.end(), [](const KeyOption &option) {
        return option.name == "cert-authority";
    });
}

void judgeOptions(const QByteArray &text, std::vector<KeyRemark> &remarks)
{
    if (text.isEmpty()) {
        return;
    }
    const auto options = parseKeyOptions(text);
    if (!options) {
        remarks.push_back({Severity::Refused, options.error()});
        return;
    }
    if (haveAuthority(*options)) {
        remarks.push_back(
            {Severity::Warning,
             QStringLiteral("This is an authority's key: whoever it certifies can log in.")});
    }
    remarks.push_back(
        {Severity::Warning,
         QStringLiteral("There are options before the key (%1); they are left out unless you keep "
                        "them.")
             .arg(QString::fromUtf8(text))});
}

void sortByGravity(std::vector<KeyRemark> &remarks)
{
    std::stable_sort(remarks.begin(), remarks.end(), [](const KeyRemark &a, const KeyRemark &b) {
        return a.severity > b.severity;
    });
}

KeyEntry readLine(const QByteArray &line, int lineNumber)
{
    if (line.size() > LongestLine) {
        return refusedEntry(lineNumber, QStringLiteral("This line is too long to be a key."));
    }
    QByteArray tabless = line;
    if (const auto harm = harmIn(tabless.replace('\t', ' '))) {
        return refusedEntry(lineNumber, QStringLiteral("This line has %1 in it.").arg(*harm));
    }
    KeyEntry entry;
    entry.lineNumber = lineNumber;
    const MetadataLine metadata = splitMetadataLine(line);
    entry.metadataUser = metadata.user;
    entry.line = parseKeyLine(metadata.key);
    if (!entry.line) {
        return refusedEntry(lineNumber, whyNoKey(line));
    }
    entry.expires = metadataExpiry(entry.line->comment);
    entry.remarks = judgeKey(*entry.line);
    return entry;
}

void markDuplicates(std::vector<KeyEntry> &entries)
{
    QSet<QByteArray> seen;
    for (KeyEntry &entry : entries) {
        if (!entry.line) {
            continue;
        }
        const QByteArray &blob = entry.line->key.blob();
        if (seen.contains(blob)) {
            entry.remarks.push_back(
                {Severity::Refused, QStringLiteral("This key stands above already.")});
            sortByGravity(entry.remarks);
        }
        seen.insert(blob);
    }
}

KeyText refusedText(const QString &why)
{
    KeyText text;
    text.entries.push_back(refusedEntry(1, why));
    return text;
}

} // namespace

bool KeyEntry::isUsable() const
{
    return line && std::none_of(remarks.begin(), remarks.end(), [](const KeyRemark &remark) {
               return remark.severity == Severity::Refused;
           });
}

bool KeyText::isUsable() const
{
    return !entries.empty() && std::all_of(entries.begin(), entries.end(), [](const KeyEntry &e) {
        return e.isUsable();
    });
}

bool isAuthority(const KeyLine &line)
{
    const auto options = parseKeyOptions(line.options);
    return options && haveAuthority(*options);
}

bool KeyText::hasOptions() const
{
    return std::any_of(entries.begin(), entries.end(), [](const KeyEntry &entry) {
        return entry.line && !entry.line->options.isEmpty();
    });
}

std::vector<KeyRemark> judgeKey(const KeyLine &line)
{
    std::vector<KeyRemark> remarks;
    judgeStrength(line.key, remarks);
    judgeOptions(line.options, remarks);
    if (line.key.type() == KeyType::SkEcdsa || line.key.type() == KeyType::SkEd25519) {
        remarks.push_back(
            {Severity::Info,
             QStringLiteral("This key lives in a security key, which has to be touched.")});
    }
    sortByGravity(remarks);
    return remarks;
}

KeyText readKeyText(const QByteArray &text)
{
    if (looksPrivate(text)) {
        KeyText result = refusedText(QStringLiteral(
            "This is a PRIVATE key. Nothing of it was kept. Never send it to anyone: who has it is "
            "you. Paste the file that ends in .pub, and if this one was sent, make a new key."));
        result.hasPrivateKey = true;
        return result;
    }
    if (text.size() > LongestKeyText) {
        return refusedText(QStringLiteral("This text is too long to be a list of keys."));
    }
    if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff")) {
        return refusedText(
            QStringLiteral("This file is in UTF-16. Save it as plain text (UTF-8)."));
    }
    KeyText result;
    int lineNumber = 0;
    const QByteArray plain = text.startsWith("\xef\xbb\xbf") ? text.mid(3) : text;
    for (QByteArray line : plain.split('\n')) {
        ++lineNumber;
        if (line.endsWith('\r')) {
            line.chop(1);
        }
        const QByteArray trimmed = line.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#')) {
            continue;
        }
        if (int(result.entries.size()) == MostKeys) {
            return refusedText(QStringLiteral("There are more than %1 keys.").arg(MostKeys));
        }
        result.entries.push_back(readLine(line, lineNumber));
    }
    markDuplicates(result.entries);
    return result;
}

} // namespace podium::people
