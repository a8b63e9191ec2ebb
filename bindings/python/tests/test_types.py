"""The types: the stubs describe the module, and the package passes mypy."""

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "yipan"


def run(*command):
    result = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_stubs_describe_the_module():
    run("mypy.stubtest", "yipan._native")


def test_the_package_is_typed():
    run("mypy", "--strict", "--no-incremental", str(PACKAGE))


def test_the_examples_of_the_docstrings_are_true():
    import doctest

    import yipan
    import yipan.openspiel

    for module in (yipan, yipan.openspiel):
        failed, attempted = doctest.testmod(module)
        assert failed == 0 and attempted > 2
