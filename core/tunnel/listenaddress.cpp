// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/listenaddress.h"

#include <algorithm>

namespace podium::tunnel {

/// Words of 32 bits, each in the order of the machine's bytes: all TPU VMs begin with the lowest.
std::optional<QHostAddress> listenAddress(const QByteArray &hex)
{
    QByteArray bytes = QByteArray::fromHex(hex);
    if (bytes.toHex().toUpper() != hex || (bytes.size() != 4 && bytes.size() != 16)) {
        return std::nullopt;
    }
    for (auto word = bytes.begin(); word != bytes.end(); word += 4) {
        std::reverse(word, word + 4);
    }
    QHostAddress address;
    if (bytes.size() == 4) {
        quint32 number = 0;
        for (const char byte : bytes) {
            number = number << 8 | quint8(byte);
        }
        address.setAddress(number);
        return address;
    }
    address.setAddress(reinterpret_cast<const quint8 *>(bytes.constData()));
    // Not by Qt's word, to which :: is 0.0.0.0, too.
    const bool isMapped = bytes.startsWith(QByteArray(10, '\0') + "\xff\xff");
    return isMapped ? QHostAddress(address.toIPv4Address()) : address;
}

} // namespace podium::tunnel
