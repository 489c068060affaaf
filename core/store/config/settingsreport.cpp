// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/config/settingsreport.h"

#include "core/store/config/rulesjson.h"
#include "core/store/config/settingsvisitor.h"

#include <nlohmann/json.hpp>

namespace podium::store {

namespace {

class SettingsReporter final : public SettingsVisitor
{
public:
    void visit(const char *section, const char *key, QString &value) override
    {
        const QString name = nameOf(section, key);
        const bool isWord = name == QLatin1String("colourScheme");
        add(name, value.isEmpty() ? QStringLiteral("(not set)")
                  : isWord        ? value
                                  : QStringLiteral("(set)"));
    }
    void visit(const char *section, const char *key, QStringList &value) override
    {
        add(nameOf(section, key), value.isEmpty() ? QStringLiteral("(not set)")
                                                  : QStringLiteral("(%1 set)").arg(value.size()));
    }
    void visit(const char *section, const char *key, bool &value) override
    {
        add(nameOf(section, key), value ? QStringLiteral("true") : QStringLiteral("false"));
    }
    void visit(const char *section, const char *key, int &value, int, int) override
    {
        add(nameOf(section, key), QString::number(value));
    }
    void visit(const char *section, const char *key, Rules &value) override
    {
        const QString name = nameOf(section, key);
        int number = 0;
        for (const auto &rule : rulesToJson(value)) {
            QStringList keys;
            for (const auto &[ruleKey, ignored] : rule.items()) {
                keys << QString::fromStdString(ruleKey);
            }
            add(QStringLiteral("%1[%2]").arg(name).arg(number++),
                QStringLiteral("(sets %1)").arg(keys.join(QStringLiteral(", "))));
        }
    }

    [[nodiscard]] QStringList lines() const { return m_lines; }

private:
    static QString nameOf(const char *section, const char *key)
    {
        const QString before = section ? QLatin1String(section) + QLatin1Char('.') : QString();
        return before + QLatin1String(key);
    }
    void add(const QString &name, const QString &value)
    {
        m_lines << name + QStringLiteral(": ") + value;
    }

    QStringList m_lines;
};

} // namespace

QStringList reportedSettings(const Settings &settings)
{
    Settings copy = settings;
    SettingsReporter reporter;
    visitSettings(copy, reporter);
    return reporter.lines();
}

} // namespace podium::store
