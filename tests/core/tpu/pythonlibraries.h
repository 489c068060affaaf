// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QtTest>

namespace podium::tests {

/// What stands for JAX, torch_xla and TensorFlow, the last on one worker: on a slice of two workers
/// with four chips each, on what the environment says, else on the TPU, where no setting says
/// otherwise.
class PythonLibraries final
{
public:
    PythonLibraries()
    {
        write("jax/jax/__init__.py", R"py(
import os
__version__ = "0.4.35"
class Device:
    platform = (os.environ.get("HARDWARE") or os.environ.get("JAX_PLATFORMS") or "TPU").lower()
class Array(float):
    def devices(self):
        return {Device()}
class Ones:
    def __matmul__(self, other):
        return self
    def sum(self):
        return Array(2097152.0)
class numpy:
    @staticmethod
    def ones(shape):
        return Ones()
def local_devices():
    return [Device()] * 4
def device_count():
    return 8
def process_index():
    return 0
def process_count():
    return 2
)py");
        write("torch_xla/torch/__init__.py", R"py(
class Ones:
    def __matmul__(self, other):
        return self
    def sum(self):
        return 2097152.0
def ones(shape, device):
    return Ones()
)py");
        write("torch_xla/torch_xla/__init__.py", "__version__ = '2.6.0'\n");
        write("torch_xla/torch_xla/core/__init__.py", "");
        write("torch_xla/torch_xla/core/xla_model.py", R"py(
import os
def xla_device():
    return "xla:0"
def xla_device_hw(device):
    return os.environ.get("HARDWARE") or os.environ["PJRT_DEVICE"]
)py");
        write("torch_xla/torch_xla/runtime.py", R"py(
def process_index():
    return 0
def process_count():
    return 2
def addressable_runtime_device_count():
    return 4
def global_runtime_device_count():
    return 8
)py");
        write("tensorflow/tensorflow/__init__.py", R"py(
import contextlib, os
__version__ = "2.18.0"
place = ["CPU:0"]
class LogicalDevice:
    def __init__(self, number):
        self.name = "/device:TPU:%d" % number
class Tensor(float):
    @property
    def device(self):
        return "/job:localhost/replica:0/task:0/device:" + place[0]
class distribute:
    class cluster_resolver:
        class TPUClusterResolver:
            def __init__(self, tpu):
                assert tpu == "local"
class tpu:
    class experimental:
        @staticmethod
        def initialize_tpu_system(resolver):
            pass
class config:
    @staticmethod
    def list_logical_devices(kind):
        return [] if os.environ.get("HARDWARE") else [LogicalDevice(n) for n in range(4)]
@contextlib.contextmanager
def device(name):
    place[0] = name.split("device:")[-1]
    yield
def ones(shape):
    return 1.0
def matmul(left, right):
    return 128.0
def reduce_sum(values):
    return Tensor(2097152.0)
)py");
    }
    [[nodiscard]] QProcessEnvironment environment(const char *module) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", m_folder.filePath(module));
        return environment;
    }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    void write(const QString &name, const char *text)
    {
        const QFileInfo info(m_folder.filePath(name));
        QVERIFY(QDir().mkpath(info.path()));
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QTemporaryDir m_folder;
};

} // namespace podium::tests
