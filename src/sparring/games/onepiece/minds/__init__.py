"""How the One Piece opponents think: they import the rules, never how the game is shown."""
