"""Opponents and matches for programs in any language: HTTP, WebSocket, storage."""
