"""Many matches: who beats whom, and how sure that is."""
