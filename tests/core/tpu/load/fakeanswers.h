// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QtEndian>

#include <array>
#include <cstring>
#include <optional>

namespace podium::tests {

/// What a worker is to say when it is looked at.
struct FakeLook
{
    std::optional<double> duty = 0.9; ///< none: no workload
    double memory = 0.4;
    double cpu = 0.3;
    bool fails = false;
    int chips = 1;
    int dataDisks = 0;
};

/// The bytes in which a worker says it, as its script and libtpu's own server send them.
class FakeAnswers final
{
public:
    /// Of the script. `turn`: a number of seconds that grows from look to look.
    [[nodiscard]] static QByteArray ofHost(const FakeLook &look, int turn)
    {
        const auto total = qint64(turn + 1) * 10'000;
        const auto busy = qint64(double(total) * look.cpu);
        const auto available = qint64(4'000'000 * (1 - look.memory));
        QByteArray disks = "/dev/root ext4 100000000 42000000 58000000 42% /";
        for (int disk = 1; disk <= look.dataDisks; ++disk) {
            const QByteArray number = QByteArray::number(disk);
            disks += "\n/dev/nvme0n" + number +
                     " ext4 900000000 300000000 600000000 34% /mnt/data" + number;
        }
        return record("podium-remote", {"1", "1000"}) +
               record("uptime", {QByteArray::number(turn + 5000)}) +
               record("loadavg", {"3.10", "2.00", "1.00"}) +
               record(
                   "cpu", {QByteArray::number(busy) + " 0 0 " + QByteArray::number(total - busy) +
                           " 0 0 0 0"}) +
               record("online", {"0-95"}) + record("memory", {"total", "4000000"}) +
               record("memory", {"available", QByteArray::number(available)}) +
               record(
                   "network", {"ens8", QByteArray::number(turn * 3'000'000LL) + " 0 0 0 0 0 0 0 " +
                                           QByteArray::number(turn * 400'000LL)}) +
               record("df", {disks}) + record("end", {});
    }

    /// Of libtpu: the answers to the three calls, total memory, used memory, duty cycle.
    [[nodiscard]] static QByteArray ofTpu(const FakeLook &look)
    {
        QByteArray out = frame(4, 0, 0, {});
        const std::array<double, 3> values{
            32.0 * (1LL << 30), 24.0 * (1LL << 30), look.duty.value_or(0) * 100};
        quint32 stream = 1;
        for (const double value : values) {
            QByteArray chips;
            for (int chip = 0; chip < look.chips; ++chip) {
                chips += field(3, numberOf(chip) + gauge(value));
            }
            const QByteArray message = field(1, chips);
            QByteArray prefix(5, '\0');
            prefix[4] = char(message.size());
            out += frame(1, 4, stream, "\x88") + frame(0, 1, stream, prefix + message);
            stream += 2;
        }
        return out;
    }

private:
    [[nodiscard]] static QByteArray record(const QByteArray &kind, const QByteArrayList &fields)
    {
        QByteArray line = kind + ' ' + QByteArray::number(fields.size()) + ' ';
        for (const QByteArray &field : fields) {
            line += QByteArray::number(field.size()) + ':' + field + ',';
        }
        return line + '\n';
    }
    [[nodiscard]] static QByteArray frame(char kind, char flags, quint32 stream, QByteArray body)
    {
        std::array<char, 9> head{};
        const int size = body.size();
        head[0] = char(size >> 16);
        head[1] = char(size >> 8);
        head[2] = char(size);
        head[3] = kind;
        head[4] = flags;
        qToBigEndian(stream, head.data() + 5);
        return QByteArray(head.data(), int(head.size())) + body;
    }
    /// A protobuf field that holds bytes; all of them are short here.
    [[nodiscard]] static QByteArray field(int number, const QByteArray &body)
    {
        return QByteArray(1, char(number << 3 | 2)) + QByteArray(1, char(body.size())) + body;
    }
    [[nodiscard]] static QByteArray numberOf(int chip)
    {
        return field(1, field(2, QByteArray(1, char(3 << 3)) + QByteArray(1, char(chip))));
    }
    [[nodiscard]] static QByteArray gauge(double value)
    {
        std::array<char, sizeof value> bytes{};
        std::memcpy(bytes.data(), &value, sizeof value);
        return field(3, QByteArray(1, char(1 << 3 | 1)) + QByteArray(bytes.data(), sizeof value));
    }
};

} // namespace podium::tests
