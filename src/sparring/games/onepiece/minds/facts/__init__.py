"""Facts about options, by what they are about."""
