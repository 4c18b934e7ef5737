import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

/** A server that accepts connections and requests but answers none automatically, like a paused process. */
export async function aHangingServer(): Promise<{ url: string; hanging: ServerResponse[] }> {
  const hanging: ServerResponse[] = []
  const server = createServer((_request, response) => hanging.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hanging }
}
