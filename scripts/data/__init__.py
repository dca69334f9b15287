"""What ships beside the code: the lexicon, instances, records."""
