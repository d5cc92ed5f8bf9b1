"""The side rooms of draw poker: own rules, and the proficiency test."""

from gamelore.app.page.poker.own_rules import OwnRules
from gamelore.app.page.poker.proficiency import ProficiencyTests

ROOMS = (OwnRules, ProficiencyTests)
