"""The files by which a club runs the table: proxies before it, a container, a service."""
