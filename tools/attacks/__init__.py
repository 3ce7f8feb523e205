"""The attacks of tools/attack, a class each with attack(random): one case."""
