"""Tuning of the beam search: fit and judge its weights, measure the value of its parts."""
