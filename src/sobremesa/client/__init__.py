"""The browser's side of the table: pages, scripts and their words, served as they are."""
