import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const FILE = 'port'

/** The folder's earlier port, so picture URLs stay valid after a restart, or else any free one. */
export async function listenOnSamePort(server: Server, host: string, folder: string): Promise<void> {
  const before = findPort(folder)
  if (before === undefined || !(await listens(server, host, before))) {
    server.listen(0, host)
    await once(server, 'listening')
  }
  writeFileSync(join(folder, FILE), String((server.address() as AddressInfo).port))
}

function findPort(folder: string): number | undefined {
  try {
    const port = Number(readFileSync(join(folder, FILE), 'utf8'))
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined
  } catch {
    return undefined
  }
}

async function listens(server: Server, host: string, port: number): Promise<boolean> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  }
}
