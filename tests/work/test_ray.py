"""Work on a real Ray cluster of two nodes: the same results as elsewhere, and a node that is killed loses nothing."""

import json
import os
import sys
from importlib.util import find_spec

import pytest

from sparring.arena.tournament import Tournament
from sparring.brains.book import BookJob
from sparring.games.oware import tables
from sparring.rules import SparringError
from sparring.rules.jobs import LongJob
from sparring.terminal.main import main
from sparring.work.pool import WorkLost, executor
from sparring.work.ray_cluster import OnRay
from support import jobs_for_pools
from support.countdown import write_countdown
from support.jobs_for_pools import die_on_three, node_of_one_of_two, square, square_row

# Ray leaves sockets and files of its own processes to be closed at exit.
pytestmark = [
    pytest.mark.timeout(900),  # a cluster starts many processes, which takes minutes on a busy machine
    pytest.mark.skipif(not find_spec("ray"), reason="Ray is an extra"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster():
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
        made = _of_two_nodes()
    yield made
    made.shutdown()


def _of_two_nodes():
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    return made


def test_results_come_in_the_order_of_the_jobs_from_both_nodes(cluster, tmp_path):
    with executor(ray=cluster.address) as workers:
        assert workers.width == 2
        assert list(workers.run(square, range(30))) == [number * number for number in range(30)]
        assert len(set(workers.run(node_of_one_of_two, [(0, tmp_path), (1, tmp_path)]))) == 2
        results = workers.run(square, [1, "two"])
        assert next(results) == 1
        with pytest.raises(TypeError):
            next(results)
        with pytest.raises(WorkLost, match="lost 4 times"):
            list(workers.run(die_on_three, range(5)))


@pytest.mark.req("ALL-16")
def test_a_node_that_is_killed_in_the_middle_loses_no_game(cluster):
    def played(**where):
        tournament = Tournament("tictactoe", ["WildcardLemur", "random"], games=120, seed=4, opening_plies=1, **where)
        for number, _ in enumerate(tournament.play()):
            if number == 5 and where:
                cluster.remove_node(doomed, allow_graceful=False)
        return tournament.as_json()

    alone = played()
    with executor(ray=cluster.address):  # connected through a node that lives on
        doomed = cluster.add_node(num_cpus=2)
        cluster.wait_for_nodes()
        assert played(ray=cluster.address) == alone
        cluster.wait_for_nodes()  # Until the cluster knows that the node is dead, a new driver may be led to it.
    assert sum(alone["pairs"][0][kind] for kind in ("wins", "draws", "losses")) == 120


@pytest.mark.req("ALL-16")
def test_arena_ladder_and_deck_tables_are_the_same_as_without_ray(cluster, tmp_path, capsys):
    def told(*arguments):
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    game, ray = write_countdown(tmp_path), ("--ray", cluster.address)
    arena = "arena", game, "greedy", "minimax", "random", "--games", "6", "--seed", "1"
    assert told(*arena, *ray) == told(*arena, "--jobs", "1")
    sure = "arena", game, "minimax", "random", "--until-sure", "--better-by", "200", "--seed", "1"
    assert told(*sure, *ray) == told(*sure, "--jobs", "1")
    ladder = "ladder", game, "--measure", "--interval", "200", "--save"
    assert told(*ladder, str(tmp_path / "1"), *ray) == told(*ladder, str(tmp_path / "2"), "--jobs", "1")
    cut = f"{jobs_for_pools.__file__}:Cut"
    decks = "arena", cut, "random", "random", "--decks", "2,9,5", "--games", "4", "--seed", "1"
    assert told(*decks, *ray) == told(*decks, "--jobs", "1")


@pytest.mark.req("ALL-16")
def test_tables_and_books_are_the_same_as_without_ray(cluster, tmp_path):
    files = []
    for number, ray in enumerate((None, cluster.address)):
        job = LongJob(lambda *_: None, save_to=tmp_path / f"tables{number}", size=3, ray=ray)
        tables.build(job)
        with BookJob(job, tmp_path / f"book{number}", 2, lambda row: row[0]) as book:
            book.compute(range(20), "squares", square_row)
        files.append([(tmp_path / name).read_bytes() for name in (f"tables{number}", f"book{number}.journal")])
        assert book.rows == {value: (value, value * value) for value in range(20)}
    assert files[0] == files[1]


def test_a_cluster_that_is_not_there_is_refused_in_a_sentence(monkeypatch):
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1"):
        with pytest.raises(SparringError, match="cannot be reached"):
            OnRay(address, 1)
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SparringError, match=r"pip install 'sparring\[ray\]'"):
        OnRay("local", 1)


def test_a_local_cluster_is_one_of_its_own(cluster):
    with executor(3, ray="local") as workers:
        assert workers.width == 3, "the cluster of these tests, which Ray would find by itself, has two"
        assert list(workers.run(square, [5])) == [25]
