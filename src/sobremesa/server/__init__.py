"""The server: matches that people play together over the network, durable before anybody is told."""
