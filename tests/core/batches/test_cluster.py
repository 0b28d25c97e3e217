"""Workers of a Dask cluster: plain words where there is none; tools/check_batch.py puts one to the test."""

from __future__ import annotations

import gc
import sys

import pytest

from fairground.core.batches import cluster
from fairground.core.errors import UsageError


@pytest.mark.long
def test_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    with pytest.raises(UsageError, match="no Dask scheduler answers at nowhere:1:"):
        cluster.ClusterWorkers("nowhere:1")


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("address", ["nowhere", "carrier-pigeon://roof:1", "tcp://nowhere:many"])
def test_what_is_no_address_is_told_before_anybody_is_called(address: str) -> None:
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    with pytest.raises(UsageError, match=f"'{address}' is not a valid address of a Dask scheduler"):
        cluster.ClusterWorkers(address)
    gc.collect()


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'fairground\[cluster\]'"):
        cluster.ClusterWorkers("tcp://127.0.0.1:1")
