"""Headers of every answer: nobody stores it, and nobody takes it for another type than it says."""

from sparring.server.limits import App, Message, Receive, Scope, Send

PRIVATE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""An answer shows what one seat may see, so no cache may keep it; and no browser guesses its type."""

_RAW = [(name.lower().encode(), value.encode()) for name, value in PRIVATE.items()]


class PrivateAnswers:
    """Adds those headers to every answer that does not set them itself, as the files of the page do."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its answer."""

        async def with_headers(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                headers = list(message.get("headers", ()))
                given = {name.lower() for name, _ in headers}
                message["headers"] = headers + [header for header in _RAW if header[0] not in given]
            await send(message)

        await self._app(scope, receive, with_headers)
