"""Many jobs in several processes: results come in order, and a worker that dies is an error."""

import pytest

from sparring.work.pool import WorkLost, cores, over_processes
from support.jobs_for_pools import die_on_three, square


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_results_come_in_the_order_of_the_jobs(processes):
    assert list(over_processes(square, range(20), processes)) == [number * number for number in range(20)]


def test_a_worker_that_dies_is_an_error_and_no_hang():
    with pytest.raises(WorkLost, match="worker process ended"):
        list(over_processes(die_on_three, range(10), 2))


def test_there_is_at_least_one_core():
    assert cores() >= 1
