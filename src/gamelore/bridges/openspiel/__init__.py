"""OpenSpiel: its games as ours (`games.py`), ours as its (`registered.py`), players and bots of both (`players.py`)."""
