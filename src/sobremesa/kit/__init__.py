"""Reusable parts of rules: each a few functions over numbers and arrays that run plain and native."""
