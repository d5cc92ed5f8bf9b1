"""What a board and its rules show after each legal move: one survey for every learner, each measure with a picture."""
