"""The door of the page: who may ask, how long anybody may keep it waiting, and when an answer leaves."""
