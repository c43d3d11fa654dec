"""The laws that every discovered game keeps; a new game is tested here without editing anything."""
