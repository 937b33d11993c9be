"""The rules of the One Piece card game: cards, the effect language, the table and what happens on it."""
