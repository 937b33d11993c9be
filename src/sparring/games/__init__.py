"""The games that come with Sparring, one room each."""
