"""The games, a folder each; a new one edits no existing file."""
