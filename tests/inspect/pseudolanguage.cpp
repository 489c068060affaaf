// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/inspect/pseudolanguage.h"

#include <QCoreApplication>
#include <QFile>
#include <QMutexLocker>
#include <QXmlStreamReader>

#include <algorithm>

namespace podium::tests {

namespace {

/// Of Qt's own texts, in its dialogs and tabs.
bool isOfQt(const QString &context)
{
    return context == "CloseButton" ||
           (context.size() > 1 && context[0] == 'Q' && context[1].isUpper());
}

/// The end of what must stay as it is and begins at `at`; `at` itself where nothing does.
int endOfFixed(const QString &text, int at)
{
    if (text[at] == '%' || text[at] == '&') {
        return std::min(at + 2, text.size());
    }
    const int close = text[at] == '<' ? text.indexOf('>', at) : -1;
    return close < 0 ? at : close + 1;
}

} // namespace

QString pseudoText(const QString &english)
{
    QString text;
    int letters = 0;
    int added = 0;
    for (int i = 0; i < english.size();) {
        if (const int end = endOfFixed(english, i); end > i) {
            text += english.mid(i, end - i);
            i = end;
            continue;
        }
        const QChar c = english[i++];
        text += c;
        letters += c.isLetter() ? 1 : 0;
        if (QString("aeiouAEIOU").contains(c)) {
            text += c.toLower();
            ++added;
        }
    }
    const int wanted = (letters * 2 + 4) / 5;
    int end = text.size();
    while (end > 0 && !text[end - 1].isLetter()) {
        --end;
    }
    return wanted > added ? text.insert(end, QString(wanted - added, 'o')) : text;
}

PseudoLanguage::PseudoLanguage(const QString &texts, QObject *parent) : QTranslator(parent)
{
    QFile file(texts);
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == QLatin1String("source")) {
            m_known.insert({context, xml.readElementText()});
        }
    }
}

QString PseudoLanguage::translate(
    const char *context, const char *source, const char * /*disambiguation*/, int /*n*/) const
{
    const QString where = QString::fromUtf8(context);
    const QString text = QString::fromUtf8(source);
    if (isOfQt(where) || text.isEmpty()) {
        return {};
    }
    if (!m_known.contains({where, text})) {
        const QMutexLocker lock(&m_mutex);
        m_missing.insert(where + ": " + text);
    }
    return pseudoText(text);
}

QStringList PseudoLanguage::missing() const
{
    const QMutexLocker lock(&m_mutex);
    QStringList missing = m_missing.values();
    missing.sort();
    return missing;
}

QString said(const QString &english)
{
    const auto languages = QCoreApplication::instance()->findChildren<PseudoLanguage *>();
    return languages.isEmpty() ? english : pseudoText(english);
}

} // namespace podium::tests
