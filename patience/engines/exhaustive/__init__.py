"""Exhaustive search: proofs that a grid cannot be bettered."""
