"""What a contest gave away: the moves of one seat, judged one by one."""
