"""Shows the program the modules of the system as on Windows; what lies below keeps its own.

Python imports a module of this name at its start, in workers too.
"""

from __future__ import annotations

import builtins
import os
import signal
import socket
from types import ModuleType
from typing import Any

# What is there on Windows, of what is there here.
_OS = """
    abc abort access altsep chdir chmod close closerange cpu_count curdir defpath device_encoding
    devnull dup dup2 environ error execl execle execlp execlpe execv execve execvp execvpe extsep
    fdopen fsdecode fsencode fspath fstat fsync ftruncate get_exec_path get_inheritable
    get_terminal_size getcwd getcwdb getenv getlogin getpid getppid isatty link linesep listdir
    lseek lstat makedirs mkdir name open pardir path pathsep pipe popen putenv read readlink remove
    removedirs rename renames replace rmdir scandir sep set_inheritable spawnl spawnle spawnv
    spawnve stat stat_result strerror symlink system terminal_size times truncate umask unlink
    unsetenv urandom utime waitpid waitstatus_to_exitcode walk write
    DirEntry PathLike F_OK R_OK W_OK X_OK O_APPEND O_CREAT O_EXCL O_RDONLY O_RDWR O_TRUNC O_WRONLY
    SEEK_CUR SEEK_END SEEK_SET _exit
"""
_SIGNAL = """
    NSIG Handlers Signals SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_IGN
    default_int_handler getsignal raise_signal set_wakeup_fd strsignal valid_signals
"""
_SOCKET = """
    AF_INET AF_INET6 AF_UNSPEC AddressFamily IPPROTO_IPV6 IPPROTO_TCP IPPROTO_UDP IPV6_V6ONLY
    SHUT_RD SHUT_RDWR SHUT_WR SOCK_DGRAM SOCK_RAW SOCK_STREAM SOL_SOCKET SOMAXCONN SO_BROADCAST
    SO_KEEPALIVE SO_LINGER SO_REUSEADDR SocketKind TCP_NODELAY create_connection create_server
    error gaierror getaddrinfo getdefaulttimeout getfqdn gethostbyname gethostname getnameinfo
    has_dualstack_ipv6 has_ipv6 herror htonl htons inet_aton inet_ntoa inet_ntop inet_pton ntohl
    ntohs setdefaulttimeout socket socketpair timeout
"""
_SIGNALS = {
    *(signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGINT, signal.SIGSEGV, signal.SIGTERM)
}
_NO_MODULES = {
    *("_posixsubprocess", "crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline"),
    *("resource", "syslog", "termios", "tty"),
}
# A bit that no flag has here.
_BINARY = 1 << 29


def _shown(module: ModuleType, names: str, **own: Any) -> ModuleType:
    shown = ModuleType(module.__name__)
    vars(shown).update({name: getattr(module, name) for name in names.split()} | own)
    return shown


def _open(path: Any, flags: int, mode: int = 0o777, **how: Any) -> int:
    """Open a file; without O_BINARY its line ends would be translated."""
    if not flags & _BINARY and flags & (os.O_WRONLY | os.O_RDWR) and str(path) != os.devnull:
        raise AssertionError(f"{path} is opened without O_BINARY")
    return os.open(path, flags & ~_BINARY, mode, **how)


def _kill(pid: int, _number: int) -> None:
    """End a process at once, whatever the signal."""
    os.kill(pid, signal.SIGKILL)


def _signal(number: int, handler: Any) -> Any:
    if number not in _SIGNALS:
        raise ValueError("invalid signal value")
    return signal.signal(number, handler)


_WINDOWS = {
    "os": _shown(os, _OS, name="nt", open=_open, kill=_kill, O_BINARY=_BINARY),
    "signal": _shown(signal, _SIGNAL, signal=_signal),
    "socket": _shown(socket, _SOCKET, SO_EXCLUSIVEADDRUSE=socket.SO_REUSEADDR),
}
_plain = builtins.__import__


def _import(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    package = str((globals or {}).get("__package__"))
    if package.partition(".")[0] == "patience" and not level:
        if name in _NO_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in _WINDOWS:
            return _WINDOWS[name]
    return _plain(name, globals, locals, fromlist, level)


builtins.__import__ = _import
