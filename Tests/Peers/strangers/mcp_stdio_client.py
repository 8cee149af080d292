"""The MCP Python SDK's client, which starts a program as its server and talks to it by standard input and output.

Usage: mcp_stdio_client.py MODE PROGRAM [ARGUMENT…]

MODE is "auto" or a revision. The SDK offers the latest of those that have a handshake, and takes what the server chooses:
for an older one its latest is that. It lists the tools, calls one and hears of its progress, cancels another one that
never ends, and asks again. One line of JSON says what came; the program's own words go to standard error.
"""

import json
import os
import sys

import anyio
from mcp.client import session
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS


async def talk(mode, program, arguments):
    # The SDK hands on few variables.
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    if mode in HANDSHAKE_PROTOCOL_VERSIONS:
        session.LATEST_HANDSHAKE_VERSION, mode = mode, "legacy"
    async with Client(stdio_client(server), mode=mode) as client:
        tools = await client.list_tools()
        steps = []

        async def progressed(progress, total, message):
            steps.append(progress)

        counted = await client.call_tool("count", {"to": 3}, progress_callback=progressed)
        begun = anyio.Event()

        async def started(progress, total, message):
            begun.set()

        async with anyio.create_task_group() as group:
            async def wait():
                await client.call_tool("wait", {}, progress_callback=started)

            group.start_soon(wait)
            # Another request is answered while that one waits.
            await begun.wait()
            meanwhile = await client.call_tool("read_notes", {})
            group.cancel_scope.cancel()
        after = await client.call_tool("read_notes", {})
        return {
            "revision": client.protocol_version,
            "tools": sorted(tool.name for tool in tools.tools), "steps": steps, "counted": counted.content[0].text,
            "meanwhile": meanwhile.content[0].text, "after": after.content[0].text}


def refusal(error):
    """The first answer of the server that refuses, however deeply groups hold it."""
    if isinstance(error, BaseExceptionGroup):
        return next((found for each in error.exceptions if (found := refusal(each))), None)
    return error.error if isinstance(error, MCPError) else None


def main():
    mode, program, *arguments = sys.argv[1:]
    try:
        print(json.dumps(anyio.run(talk, mode, program, arguments)))
    except BaseException as error:
        refused = refusal(error)
        if refused is None:
            raise
        print(json.dumps({"refused": refused.message, "data": refused.data}))


main()
