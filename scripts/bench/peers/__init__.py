"""Peers side by side: other programs that fill 9x7 with letters without limit, one core each.

A peer is built by the user (docs/contributing.md says how) and left out with a word where it is
missing. All get the same words and the same seconds, and each runs in a process of its own, which
is ended when its time is over; its best grid until then counts.

- ``peer``: the frame, what a peer is, what it prints
- ``crossword_gen``, ``wizium``: one peer each: where it is, how it is asked
- ``wizium_process``: what runs in Wizium's process, as it is a library
- ``running``: a peer's process, its grids read and checked as they come
- ``table``: all of them beside this program
"""
