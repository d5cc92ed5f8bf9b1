"""Rules chosen by the results of practice, in the language of the source."""
