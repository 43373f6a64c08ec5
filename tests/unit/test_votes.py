"""Ratings by votes: what is read, what is flagged, what is refused, and how it is shown."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

import evenkeel
from evenkeel.errors import InputError
from evenkeel.items import sheets
from evenkeel.items.battles import read_battles
from evenkeel.items.checks import judges_differ
from evenkeel.items.sheets import coded
from evenkeel.plot import plot_board
from evenkeel.report.text import render_text

NONE = dict.fromkeys(("model_a", "model_b", "winner", "judge", "prompt"))
WORDS = np.array(["model_a", "model_b", "tie"], dtype=object)


def arena(seed=0, n=1500, k=6, judges=60, taste=0.0, nu=0.5, advantage=0.0, ring=0.0, much=0.0):
    """Votes as a dict, of models m0 to m5 whose strengths fall in steps of 0.3."""
    rng = np.random.default_rng(seed)
    theta = -0.3 * np.arange(k)
    first = rng.integers(0, k, n)
    second = (first + rng.integers(1, k, n)) % k
    share = np.full(judges, (1 - much) / (judges - 1))
    share[0] = much or 1 / judges
    judge = rng.choice(judges, n, p=share / share.sum())
    tastes = taste * rng.standard_normal((judges, k))
    eta = theta[first] - theta[second] + tastes[judge, first] - tastes[judge, second] + advantage
    around = np.array([0.0, 1.0, -1.0])[(second - first) % 3]
    eta = eta + ring * around * ((first < 3) & (second < 3))
    up, down = np.exp(eta / 2), np.exp(-eta / 2)
    drawn = rng.random(n) * (up + down + nu)
    outcome = np.where(drawn < up, 0, np.where(drawn < up + down, 1, 2))
    return {
        "model_a": [f"m{i}" for i in first],
        "model_b": [f"m{i}" for i in second],
        "winner": WORDS[outcome].tolist(),
        "judge": [f"j{i}" for i in judge],
        "question_id": [f"q{i}" for i in range(n)],
    }


def test_a_clean_board_is_not_flagged():
    board = evenkeel.votes(arena())
    assert board.flagged == ()
    assert board.models[0] == "m0"
    assert board.rating.mean() == pytest.approx(1000)
    assert (board.best <= np.arange(1, 7)).all()
    assert (np.arange(1, 7) <= board.worst).all()
    assert board.clusters == ("judge",)
    text = render_text(board.verdict())
    assert "nothing found (position, ties, cycle, judges, one judge)" in text
    assert "errors allow for votes of one judge" in text


@pytest.mark.parametrize(
    ("planted", "name", "said"),
    [
        ({"advantage": 0.6}, "position", "The answer shown first is preferred"),
        ({"advantage": -0.6}, "position", "The answer shown second is preferred"),
        ({"advantage": 0.8, "nu": 0.0}, "ties", "ties may have been written as its wins"),
        ({"ring": 1.5}, "cycle", "The votes run in a circle: m"),
        ({"taste": 1.2}, "judges", "Judges have tastes of their own"),
        ({"much": 0.4}, "one judge", "j0 casts"),
    ],
)
def test_planted_defects_are_flagged(planted, name, said):
    board = evenkeel.votes(arena(**planted))
    assert name in board.flagged
    assert said in " ".join(each.text for each in board.checks if each.found)
    assert said in " ".join(board.conclusions)


def test_a_judge_who_writes_ties_as_wins_is_flagged():
    votes = arena(much=0.3, n=3000)
    votes["winner"] = [
        "model_a" if judge == "j0" and winner == "tie" else winner
        for judge, winner in zip(votes["judge"], votes["winner"], strict=True)
    ]
    (ties,) = (each for each in evenkeel.votes(votes).checks if each.name == "ties")
    assert ties.found
    assert "with one judge or more" in ties.text


def test_clusters_widen_the_intervals():
    votes = arena(taste=1.2, judges=8)
    alone = {name: each for name, each in votes.items() if name != "judge"}
    wide, narrow = evenkeel.votes(votes), evenkeel.votes(alone)
    assert (wide.high - wide.low).mean() > 1.5 * (narrow.high - narrow.low).mean()
    votes["question_id"] = [f"q{i % 40}" for i in range(1500)]
    assert evenkeel.votes(votes).clusters == ("judge", "prompt")


def test_the_only_judge_has_intervals_of_its_own_ratings():
    alone = evenkeel.votes({**arena(), "judge": ["gpt"] * 1500})
    assert np.isfinite(alone.high).all()
    text = " ".join(render_text(alone.verdict()).split())
    assert "gpt casts all votes: ratings and intervals say nothing of other judges." in text
    assert "errors take votes for independent" in text


def test_a_model_that_rests_on_one_judge_has_no_end():
    votes = arena(judges=5)
    votes["judge"] = [
        "j0" if "m5" in (a, b) else judge
        for a, b, judge in zip(votes["model_a"], votes["model_b"], votes["judge"], strict=True)
    ]
    board = evenkeel.votes(votes)
    assert np.isinf(board.high[board.models.index("m5")])
    assert board.worst[board.models.index("m5")] == 6
    assert plot_board(board).lines


def test_the_position_may_be_told_and_held_fixed():
    votes = arena(advantage=0.8)
    turned = {**votes, "position": ["model_b"] * 1500}
    assert evenkeel.votes(turned).position.effect == pytest.approx(
        -evenkeel.votes(votes).position.effect
    )
    board = evenkeel.votes(votes, position=True)
    assert board.coefficients[0][0] == "position"
    assert board.coefficients[0][1] == pytest.approx(400 / np.log(10) * board.position.effect)
    assert "Held fixed" in str(board)


def test_both_bad_is_a_tie_or_dropped():
    votes = arena()
    votes["winner"] = ["tie (bothbad)" if w == "tie" else w for w in votes["winner"]]
    count = votes["winner"].count("tie (bothbad)")
    assert evenkeel.votes(votes).bad == count
    dropped = evenkeel.votes(votes, both_bad="drop")
    assert (dropped.n, dropped.bad, dropped.ties) == (1500 - count, 0, 0)


KINDS = ["frame", "polars", "csv", "long csv", "several", "by name", "arena", "one-hot", "shares"]


@pytest.mark.parametrize("kind", KINDS)
def test_votes_come_in_many_forms(kind, tmp_path, monkeypatch):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    votes = arena(n=3000)
    wanted = evenkeel.votes(votes)
    frame = pandas.DataFrame(votes)
    if kind == "by name":
        named = [
            {"model_a": a, "model_b": b}.get(w, w)
            for a, b, w in zip(votes["model_a"], votes["model_b"], votes["winner"], strict=True)
        ]
        given = {**votes, "winner": named}
    elif kind in ("one-hot", "shares"):
        given = frame.rename(columns={"winner": "who"})
        for name in WORDS if kind == "one-hot" else ():
            given[f"winner_{name}"] = (frame["winner"] == name).astype(int)
        if kind == "shares":
            given["winner"] = frame["winner"].map({"model_a": 1, "model_b": 0, "tie": 0.5})
    elif kind == "arena":  # conversations and style are lists and objects within each vote
        given = tmp_path / "clean_battle.json"
        turns = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "ho"}]
        more = {"conversation_a": turns, "conversation_b": turns, "conv_metadata": {"turns": 1}}
        given.write_text(json.dumps([{**row, **more} for row in frame.to_dict("records")]))
    elif kind == "frame":
        given = frame
    elif kind == "polars":
        given = polars.DataFrame(votes).lazy()
    elif kind == "several":
        frame[:1000].to_csv(tmp_path / "one.csv", index=False)
        frame[1000:].to_csv(tmp_path / "two.csv", index=False)
        given = [tmp_path / "one.csv", tmp_path / "two.csv"]
    else:
        if kind == "csv":
            monkeypatch.setattr(sheets, "polars_hangs", lambda: True)
        given = tmp_path / "votes.csv"
        frame.to_csv(given, index=False)
    found = evenkeel.votes(given)
    assert (found.n, found.models) == (wanted.n, wanted.models)
    assert found.rating == pytest.approx(wanted.rating)


def test_texts_that_polars_cannot_take_are_read_with_care(tmp_path):
    assert sheets._of_text(io.BytesIO(b"model_a,model_b,winner\n")) is None
    lines = ["model_a,model_b,winner", *["A,B,tie"] * 9000]
    small, quoted_head, ragged, coded_text = (tmp_path / f"{i}.csv" for i in range(4))
    small.write_text("\n".join(lines[:3]))
    quoted_head.write_text("\n".join(['"model_a",model_b,winner', *lines[1:]]))
    ragged.write_text("\n".join([*lines, "A,B,tie,more"]))
    coded_text.write_bytes(b"\xff\xfe" + "\n".join(lines).encode())
    assert [sheets._of_text(each) for each in (small, quoted_head, ragged, coded_text)] == [
        None
    ] * 4


def test_labels_are_numbered_in_order(monkeypatch):
    for hanging in (False, True):
        monkeypatch.setattr(sheets, "polars_hangs", lambda hanging=hanging: hanging)
        codes, labels = coded([["b ", None, "a", "b"], [1, float("nan")]])
        assert codes.tolist() == [0, 1, 2, 0, 3, 1]
        assert labels == ("b", "", "a", "1")


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"winner": ["model_c"]}, {}, "vote 1: the winner 'model_c' is neither"),
        ({"model_a": [*"AB"], "model_b": [*"BA"], "winner": [0, 1]}, {}, "places or shares"),
        ({"model_a": [""]}, {}, "vote 1 names no model"),
        ({"model_a": ["B"]}, {}, "votes on two different models are needed"),
        ({"position": ["above"]}, {}, "the position 'above' is not known"),
        ({"length_a": ["long"], "length_b": [1]}, {"style": "length"}, "no numbers"),
        ({"length_a": [1], "length_b": [1]}, {"style": "length"}, "same for both answers"),
        (
            {"length_a": [1e308], "length_b": [-1e308]},
            {"style": "length"},
            "give it in another unit",
        ),
        ({}, {"style": "length"}, "unknown column"),
        ({}, {}, "won or lost every vote"),
        ({}, {"model": "elo"}, "unknown model"),
        ({}, {"both_bad": "win"}, "unknown treatment"),
        ({}, {"prior": -1}, "the prior is -1"),
        ({}, {"confidence": 2}, "confidence"),
        ({}, {"judge": "who"}, "unknown column"),
    ],
)
def test_what_is_no_board_is_refused(change, options, message):
    votes = {"model_a": ["A"], "model_b": ["B"], "winner": ["model_a"]} | change
    with pytest.raises(InputError, match=message):
        evenkeel.votes(votes, **options)


def test_tables_that_are_no_votes_are_refused(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("left,right,who\nA,B,A\n")
    with pytest.raises(InputError, match="no column is 'winner'"):
        evenkeel.votes(path)
    with pytest.raises(InputError, match="no votes were given"):
        evenkeel.votes([])
    pandas = pytest.importorskip("pandas")
    twice = pandas.DataFrame([["A", "B"]], columns=["model_a", "model_a"])
    with pytest.raises(InputError, match="two columns of one name"):
        evenkeel.votes(twice)


def test_a_file_that_is_given_twice_is_refused(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("model_a,model_b,winner\n" + "A,B,A\nA,B,B\n" * 9)
    with pytest.raises(InputError, match=r"votes\.csv is given 2 times; give it once"):
        evenkeel.votes([path, f"{tmp_path}/../{tmp_path.name}/votes.csv"])
    with pytest.raises(InputError, match="two of the files hold the same votes"):
        evenkeel.votes([io.BytesIO(path.read_bytes()), io.BytesIO(path.read_bytes())])


def test_too_many_models_are_refused():
    votes = {"model_a": [f"m{i}" for i in range(2001)], "model_b": ["x"] * 2001}
    with pytest.raises(InputError, match="at most 2000"):
        evenkeel.votes({**votes, "winner": ["tie"] * 2001})


def test_a_prior_rates_models_that_won_all():
    votes = {"model_a": ["A", "A", "A"], "model_b": ["B", "C", "B"], "winner": ["model_a"] * 3}
    board = evenkeel.votes(votes, prior=0.1)
    assert board.models[0] == "A"
    assert [each.text for each in board.checks if each.name == "cycle"] == [
        "The pairs that met are too few to show a cycle."
    ]


def test_covariates_that_decide_all_have_no_maximum():
    votes = {"model_a": ["A", "A", "B", "B"] * 5, "model_b": ["B", "B", "A", "A"] * 5}
    votes["winner"] = ["model_a", "model_b", "model_a", "model_b"] * 5
    votes["x_a"], votes["x_b"] = [1, -1, 1, -1] * 5, [-1, 1, -1, 1] * 5
    with pytest.raises(InputError, match="no maximum of the likelihood"):
        evenkeel.votes(votes, style="x", model="bradley-terry")


@pytest.mark.parametrize("met", ["AB", "ABAC", "ABBCAC"])
@pytest.mark.parametrize("words", [WORDS, WORDS[:2]])
def test_a_position_that_no_vote_tells_from_strength_is_said_to_be_so(met, words):
    """The first of two is always the first of the alphabet, as if sorted."""
    pairs = [met[i : i + 2] for i in range(0, len(met), 2)] * 12
    votes = {"model_a": [a for a, _ in pairs], "model_b": [b for _, b in pairs]}
    votes["winner"] = np.random.default_rng(1).choice(words, len(pairs)).tolist()
    if met == "ABBCAC":  # a chain of two is shown against one step: this can be told
        assert np.isfinite(evenkeel.votes(votes).position.effect)
        return
    board = evenkeel.votes(votes)
    assert np.isnan(board.position.effect)
    assert "can tell" in board.checks[0].text
    assert "no vote can tell its advantage from strength" in render_text(board.verdict())
    with pytest.raises(InputError, match="leave out covariates"):
        evenkeel.votes(votes, position=True)


def test_judges_of_one_vote_each_cannot_differ():
    votes = arena(n=200)
    votes["judge"] = list(range(200))
    battles = read_battles(votes, columns=NONE)
    from evenkeel.items.ratings import counted, fit

    found = fit(counted(battles, np.zeros((200, 0))), davidson=True)
    assert judges_differ(battles, found, np.zeros((200, 0)), battles.judge) == (1.0, 1.0)


def test_the_command_makes_a_board(tmp_path, evenkeel):
    import pandas

    path, out = tmp_path / "battles.csv", tmp_path / "board.html"
    pandas.DataFrame(arena()).to_csv(path, index=False)
    shown = evenkeel("votes", str(path))
    assert shown.code == 0
    assert "Best     m0" in shown.out
    assert (
        evenkeel("votes", str(path), "--full", "--model", "bradley-terry", "-o", str(out)).code == 0
    )
    assert "<svg" in out.read_text()


def test_the_picture_has_ratings_and_places():
    board = evenkeel.votes(arena())
    ax = plot_board(board, most=4)
    assert [label.get_text() for label in ax.get_yticklabels()] == list(board.models[:4])
    texts = {text.get_gid(): text.get_text() for text in ax.texts}
    assert texts["places-0"].startswith("1")
    assert len([line for line in ax.lines if str(line.get_gid()).startswith("rating-")]) == 4


def test_many_models_with_few_votes_are_rated_with_a_prior():
    votes = {"model_a": [f"m{i}" for i in range(150)], "model_b": [f"m{i + 1}" for i in range(150)]}
    votes |= {"winner": ["model_a", "tie"] * 75, "judge": [1.0, 2.0, 3.0] * 50}
    board = evenkeel.votes(votes, prior=1.0)
    assert len(board.models) == 151
    assert board.sizes[0] == 3
    assert board.rating.mean() == pytest.approx(1000)


def test_covariates_are_read_from_arrays_and_tables(tmp_path):
    rng = np.random.default_rng(0)
    votes = arena(n=400)
    lengths = {f"length_{side}": rng.integers(1, 99, 400).astype(float) for side in "ab"}
    path = tmp_path / "votes.csv"
    rows = zip(*votes.values(), *lengths.values(), strict=True)
    lines = [",".join(map(str, row)) for row in rows]
    path.write_text("\n".join([",".join([*votes, *lengths]), *lines]))
    told = {**votes, **{name: each.tolist() for name, each in lengths.items()}}
    first, second = (evenkeel.votes(each, style="length") for each in (path, told))
    meta = [
        {f"sum_assistant_{name[-1]}_tokens": each[row] for name, each in lengths.items()}
        for row in range(400)
    ]
    records = [
        dict(zip([*votes, "conv_metadata"], row, strict=True))
        for row in zip(*votes.values(), meta, strict=True)
    ]
    (tmp_path / "arena.json").write_text(json.dumps(records))
    polars = pytest.importorskip("polars")
    polars.DataFrame(records).write_parquet(tmp_path / "arena.parquet")
    for name in ("arena.json", "arena.parquet"):
        found = evenkeel.votes(tmp_path / name, style="length")
        assert found.coefficients[0][1] == pytest.approx(second.coefficients[0][1])
    assert first.coefficients[0][1] == pytest.approx(second.coefficients[0][1])
    assert "Held fixed" in render_text(first.report())
