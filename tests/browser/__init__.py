"""The table in a real browser: Debian's Chromium, the real server, and whoever sits at it."""
