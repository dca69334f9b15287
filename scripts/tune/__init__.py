"""The weights of the beam's score: what each part is worth, how they are found, figures."""
