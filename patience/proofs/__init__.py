"""Long proofs: propositions, states on disk, certificates, estimates."""
