"""Opens connections to a socket, of which half send nothing and half send half a frame: idle_connections.py SOCKET COUNT.

Says how many there are, and leaves them open until it is ended.
"""

import resource
import signal
import socket
import sys

path, count = sys.argv[1], int(sys.argv[2])
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(count + 100, most), most))
connections = []
for number in range(count):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    try:
        if number % 2:
            connection.sendall(bytes([0, 0, 0, 8, 1]))
    except OSError:
        pass  # It was closed at once, for the newer ones.
    connections.append(connection)
print(len(connections), "connections", flush=True)
signal.pause()
