"""The web page: play, coach, bring a game, watch a course, in a browser."""
