// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/terminal/terminalscreen.h"
#include "tests/core/run/pressedkeys.h"

#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

TerminalKey with(TerminalKey key, const char *modifiers)
{
    for (; *modifiers != '\0'; ++modifiers) {
        (*modifiers == 'S' ? key.shift : *modifiers == 'C' ? key.control : key.alt) = true;
    }
    return key;
}

} // namespace

Q_DECLARE_METATYPE(podium::run::TerminalKey)

class TestTerminalKeys final : public QObject
{
    Q_OBJECT

private slots:
    void keysAreBytes_data();
    void keysAreBytes();
    void keysFollowTheProgram();
    void pasteCannotLeaveItsBrackets();
};

void TestTerminalKeys::keysAreBytes_data()
{
    QTest::addColumn<TerminalKey>("key");
    QTest::addColumn<QByteArray>("bytes");
    using Named = TerminalKey::Named;
    const auto row = [](const char *name, const TerminalKey &key, const QByteArray &bytes) {
        QTest::newRow(name) << key << bytes;
    };
    row("letter", typed("a"), "a");
    row("capital", with(typed("A"), "S"), "A");
    row("umlaut", typed(QString::fromUtf8("ä")), "\xc3\xa4");
    row("Ctrl+C", with(typed("c"), "C"), "\x03");
    row("Ctrl+C capital", with(typed("C"), "C"), "\x03");
    row("Ctrl+I", with(typed("i"), "C"), "\t");
    row("Ctrl+M", with(typed("m"), "C"), "\r");
    row("Ctrl+[", with(typed("["), "C"), "\x1b");
    row("Ctrl+\\", with(typed("\\"), "C"), "\x1c");
    row("Ctrl+space", with(typed(" "), "C"), QByteArray(1, '\0'));
    row("Ctrl+/", with(typed("/"), "C"), "\x1f");
    row("Ctrl+.", with(typed("."), "C"), ".");
    row("Alt+b", with(typed("b"), "A"),
        "\x1b"
        "b");
    row("Ctrl+Alt+d", with(typed("d"), "CA"), "\x1b\x04");
    row("Return", named(Named::Enter), "\r");
    row("Shift+Return", with(named(Named::Enter), "S"), "\r");
    row("Tab", named(Named::Tab), "\t");
    row("Shift+Tab", with(named(Named::Tab), "S"), "\x1b[Z");
    row("Backspace", named(Named::Backspace), "\x7f");
    row("Alt+Backspace", with(named(Named::Backspace), "A"), "\x1b\x7f");
    row("Escape", named(Named::Escape), "\x1b");
    row("up", named(Named::Up), "\x1b[A");
    row("Ctrl+right", with(named(Named::Right), "C"), "\x1b[1;5C");
    row("Home", named(Named::Home), "\x1b[H");
    row("End", named(Named::End), "\x1b[F");
    row("page up", named(Named::PageUp), "\x1b[5~");
    row("delete", named(Named::Delete), "\x1b[3~");
    TerminalKey function = named(Named::Function);
    function.number = 1;
    row("F1", function, "\x1bOP");
    function.number = 5;
    row("F5", function, "\x1b[15~");
    function.number = 12;
    row("F12", function, "\x1b[24~");
}

void TestTerminalKeys::keysAreBytes()
{
    QFETCH(TerminalKey, key);
    QFETCH(QByteArray, bytes);
    TerminalScreen screen({80, 24});
    QCOMPARE(screen.press(key), bytes);
}

void TestTerminalKeys::keysFollowTheProgram()
{
    TerminalScreen screen({80, 24});
    QCOMPARE(screen.feed("\x1b[?1h"), QByteArray());
    QCOMPARE(screen.press(named(TerminalKey::Named::Up)), QByteArray("\x1bOA"));
    QCOMPARE(screen.feed("\x1b[?1l"), QByteArray());
    QCOMPARE(screen.press(named(TerminalKey::Named::Up)), QByteArray("\x1b[A"));
}

void TestTerminalKeys::pasteCannotLeaveItsBrackets()
{
    TerminalScreen screen({80, 24});
    const QString text = QString("one\r\ntwo\nthree\t\x1b[201~rm\x03\x7f\u009b");
    QCOMPARE(screen.paste(text), QByteArray("one\rtwo\rthree\t[201~rm"));
    QCOMPARE(screen.feed("\x1b[?2004h"), QByteArray());
    QCOMPARE(screen.paste(text), QByteArray("\x1b[200~one\rtwo\rthree\t[201~rm\x1b[201~"));
}

QTEST_APPLESS_MAIN(TestTerminalKeys)
#include "tst_terminalkeys.moc"
