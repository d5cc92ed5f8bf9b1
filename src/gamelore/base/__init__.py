"""The ground floor: errors, files, seeds, statistics and the compile wrapper. It knows no game."""
