"""What Podium asks a TPU VM of one worker for through TensorFlow. Its chips are those of jax.

Not where a python finds it by itself, for jax comes first there: /usr/lib/podium-sim is to be in PYTHONPATH.
"""

import contextlib
import importlib.util
import os

__version__ = "2.18.0"

_spec = importlib.util.spec_from_file_location(
    "podium_sim_jax", "/usr/lib/python3/dist-packages/jax/__init__.py"
)
os.environ["TPU_PROCESS_BOUNDS"] = "1,1,1"  # it waits for no other worker
_jax = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_jax)
_devices = []


class _Tensor(float):
    device = "/job:localhost/replica:0/task:0/device:CPU:0"


class _LogicalDevice:
    def __init__(self, number):
        self.name = f"/device:TPU:{number}"


class distribute:  # noqa: N801
    class cluster_resolver:  # noqa: N801
        class TPUClusterResolver:
            def __init__(self, tpu=None):
                if tpu != "local":
                    raise ValueError("Please provide a TPU Name to connect to.")


class tpu:  # noqa: N801
    class experimental:  # noqa: N801
        @staticmethod
        def initialize_tpu_system(_resolver):
            found = _jax.local_devices()
            if found[0].platform == "cpu":
                raise RuntimeError(
                    "TPUs not found in the cluster. Failed in initialization: No OpKernel was registered to "
                    "support Op 'ConfigureDistributedTPU' used by {{node ConfigureDistributedTPU}}"
                )
            _devices[:] = [_LogicalDevice(number) for number in range(len(found))]


class config:  # noqa: N801
    @staticmethod
    def list_logical_devices(kind):
        return list(_devices) if kind == "TPU" else []


@contextlib.contextmanager
def device(name):
    before = _Tensor.device
    _Tensor.device = "/job:localhost/replica:0/task:0/device:" + name.split("device:")[-1]
    yield
    _Tensor.device = before


def ones(shape):
    return _jax.numpy.ones(shape)


def matmul(left, right):
    return left @ right


def reduce_sum(values):
    total = _Tensor(values.sum())
    total.device = _Tensor.device
    return total
