"""What the parts of the beam search are worth: its weights are learnt, fitted and judged here."""
