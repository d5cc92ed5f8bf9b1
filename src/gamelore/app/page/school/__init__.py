"""Courses: learners that begin from nothing in processes of their own, started, watched and kept by the page."""
