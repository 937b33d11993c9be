"""Many jobs in one process, threads or processes: results come in order, and jobs that are lost are run again."""

import itertools

import pytest

from sparring.work.pool import Here, Processes, Threads, WorkLost, cores, executor
from support.jobs_for_pools import die_on_three, die_once, square


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_jobs(jobs, threads):
    with executor(jobs, threads=threads) as workers:
        for count in (0, 1, 20):
            assert list(workers.run(square, range(count))) == [number * number for number in range(count)]


def test_what_runs_the_jobs_is_chosen_by_their_number():
    with executor() as one, executor(2) as two, executor(2, threads=True) as three:
        assert (type(one), type(two), type(three)) == (Here, Processes, Threads)
        assert (one.width, two.width, three.width) == (1, 2, 2)


@pytest.mark.parametrize("threads", [True, False])
def test_endless_jobs_run_only_as_far_as_their_results_are_wanted(threads):
    with executor(2, threads=threads) as workers:
        results = workers.run(square, itertools.count())
        assert list(itertools.islice(results, 5)) == [0, 1, 4, 9, 16]
        results.close()
        assert list(workers.run(square, [7])) == [49]


def test_jobs_that_are_lost_with_their_process_are_run_again(tmp_path):
    with executor(2) as workers:
        jobs = [(number, tmp_path / f"{number}") for number in range(10)]
        assert list(workers.run(die_once, jobs)) == [number * number for number in range(10)]


def test_a_job_that_always_kills_its_process_is_an_error_and_no_hang():
    with executor(2) as workers, pytest.raises(WorkLost, match="worker process ended"):
        list(workers.run(die_on_three, range(10)))


def test_an_error_of_a_job_is_raised_where_its_result_is_wanted():
    for threads in (True, False):
        with executor(2, threads=threads) as workers:
            results = workers.run(square, [1, "two"])
            assert next(results) == 1
            with pytest.raises(TypeError):
                next(results)


def test_there_is_at_least_one_core():
    assert cores() >= 1
