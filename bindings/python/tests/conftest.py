"""Settings of all tests."""

import os

# Before numpy is loaded: small matrices are slower with several threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
