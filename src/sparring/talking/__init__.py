"""Characters that talk: opponents that ask a language model what to play and what to say."""
