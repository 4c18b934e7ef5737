import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// The systems hold 104 to 108 bytes; a longer path would be cut off or refused.
const MAX_SOCKET_PATH = 100

/** Where the proxy on this data folder listens for commands. `isShared` when that is the machine's common folder, for want of a short path. */
export function socketPathOf(dataFolder: string): { path: string; isShared: boolean } {
  const folder = resolve(dataFolder)
  const own = join(folder, 'toptill.sock')
  if (Buffer.byteLength(own) <= MAX_SOCKET_PATH) return { path: own, isShared: false }
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return { path: join(tmpdir(), `toptill-${name}.sock`), isShared: true }
}
