"""The commands of the program, a module a family."""
