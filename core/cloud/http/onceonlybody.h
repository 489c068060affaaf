// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QIODevice>

#include <algorithm>
#include <cstring>

namespace podium::cloud {

/// A request body that can be read once. Qt resends a request whose connection broke before the
/// answer came, if it can rewind the body; what may have been carried out must not go out twice.
class OnceOnlyBody final : public QIODevice
{
    Q_OBJECT

public:
    explicit OnceOnlyBody(QByteArray bytes) : m_bytes(std::move(bytes))
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
    [[nodiscard]] bool isSequential() const override { return true; }
    [[nodiscard]] qint64 bytesAvailable() const override { return m_bytes.size() - m_read; }
    bool seek(qint64) override { return false; }
    [[nodiscard]] bool atEnd() const override { return bytesAvailable() == 0; }

protected:
    qint64 readData(char *data, qint64 size) override
    {
        const qint64 count = std::min(size, bytesAvailable());
        if (count == 0) {
            return -1;
        }
        std::memcpy(data, m_bytes.constData() + m_read, std::size_t(count));
        m_read += count;
        return count;
    }
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_bytes;
    qint64 m_read = 0;
};

} // namespace podium::cloud
