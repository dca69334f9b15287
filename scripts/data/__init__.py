"""Makers of the shipped data: lexicon, instances, records."""
