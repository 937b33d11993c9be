"""Players and rules that live elsewhere: in other programs, behind an address, in other libraries."""
