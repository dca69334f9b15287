"""What is asked: one description, from which come files, flags, messages, hash and schema."""
