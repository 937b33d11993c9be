"""What people see of the One Piece card game: drawings, reports, scenes and explanations."""
