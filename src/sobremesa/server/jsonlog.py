"""Log of the server on standard error: as text, or as one JSON object a line for programs that collect logs."""

import json
import logging
from datetime import UTC, datetime

from sobremesa.server.settings import JSON, LogSettings


class JSONFormatter(logging.Formatter):
    """Formatter of a record as one line of JSON: time, level, logger, message and, after a fault, exception."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def configure(log: LogSettings) -> None:
    """Write the log as the settings say; libraries are heard from warnings on, whatever our own level is."""
    handler = logging.StreamHandler()
    if log.format == JSON:
        handler.setFormatter(JSONFormatter())
        logging.captureWarnings(capture=True)
    else:
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
    level = logging.getLevelNamesMapping()[log.level.upper()]
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[handler])
    logging.getLogger("sobremesa").setLevel(level)
