"""The beam engine: fills a rectangle cell by cell, keeping the most promising states."""
