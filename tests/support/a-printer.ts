import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * What happens at the printer. `jams`: it accepts the first bytes, then stops reading and keeps the connection open.
 * `runs out`: the roll ends in the middle of a job, which it reports when asked. `closes`, `resets`: it closes or
 * resets the connection in the middle of a job. `hangs`: it accepts everything but never reports the end. `no paper`:
 * the roll is empty before a job begins. `silent`: it accepts nothing at all. `talks`: it reports, unasked, that its
 * drawer opened and then that the roll ended. `tells no end`: it answers the first paper status request, but not the
 * one after the job. `floods`: it sends bytes without end from the start. `floods later`: it does so once it begins to
 * print. `floods in the end`: it does so after everything is printed.
 */
export type Trouble =
  | 'none'
  | 'jams'
  | 'runs out'
  | 'closes'
  | 'resets'
  | 'hangs'
  | 'tells no end'
  | 'no paper'
  | 'silent'
  | 'talks'
  | 'floods'
  | 'floods later'
  | 'floods in the end'

type PrinterOptions = {
  /** It answers questions about its paper, as ESC/POS printers do; others send nothing. */
  tellsStatus?: boolean
  noise?: readonly number[]
}

const ASKS_PAPER = [0x1d, 0x61, 0x00, 0x10, 0x04, 0x04]
const ASKS_IN_TURN = [0x1d, 0x72, 0x01]
const PAPER = { now: 0x12, nowOut: 0x72, inTurn: 0x00, inTurnOut: 0x0c }
/** Status bytes that a printer sends unasked. */
const UNASKED = [0x10, 0x00, 0x00, 0x00]
/** Bytes that answer no request, and more of them than any printer sends. */
const NOISE = Buffer.alloc(8 * 1024, 0xff)
/** After this many bytes of a job, the printer already moves paper. */
const A_FEW = 16

/** A receipt printer in the network: a real TCP server on a port of this machine. The caller closes it. */
export async function aPrinter({ noise, tellsStatus = !noise }: PrinterOptions = {}) {
  const state = { trouble: 'none' as Trouble, connections: 0, jobs: [] as number[][], printed: [] as string[] }
  const sockets = new Set<Socket>()

  function serve(socket: Socket): void {
    const { trouble } = state
    state.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (trouble === 'silent') return void socket.pause()
    if (trouble === 'floods') flood(socket)
    const job: number[] = []
    let isBroken = false
    const isOut = () => trouble === 'runs out' || trouble === 'no paper' || trouble === 'talks'
    socket.on('data', (bytes) => {
      if (isBroken) return
      job.push(...bytes)
      if (take(job, ASKS_PAPER) && !(trouble === 'hangs' && state.jobs.length > 0)) {
        const status = tellsStatus ? [trouble === 'no paper' ? PAPER.nowOut : PAPER.now] : []
        socket.write(Buffer.from(noise ?? status))
      }
      if (job.length < A_FEW) return
      if (trouble === 'jams' || trouble === 'closes' || trouble === 'resets' || trouble === 'floods later') {
        isBroken = true
        state.printed.push(asText(job.splice(0).slice(0, A_FEW)))
        if (trouble === 'floods later') return flood(socket)
        if (trouble === 'jams') return void socket.pause()
        if (trouble === 'closes') socket.destroy()
        else socket.resetAndDestroy()
        return
      }
      if (endsWith(job, ASKS_IN_TURN)) {
        finish()
        if (trouble === 'talks') socket.write(Buffer.from(UNASKED))
        if (tellsStatus && trouble !== 'hangs' && trouble !== 'tells no end')
          socket.write(Buffer.from([isOut() ? PAPER.inTurnOut : PAPER.inTurn]))
        if (trouble === 'floods in the end') flood(socket)
      }
    })
    socket.on('end', finish)
    // A half-open connection hangs until one side gives up.
    function finish(): void {
      if (job.length < A_FEW) return
      const whole = job.splice(0)
      state.jobs.push(whole)
      state.printed.push(asText(trouble === 'runs out' ? whole.slice(0, whole.length / 2) : whole))
    }
    socket.on('end', () => !isBroken && trouble !== 'hangs' && trouble !== 'floods in the end' && socket.end())
  }

  const server = createServer({ allowHalfOpen: true }, serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    as: (id: string, name = 'Counter') => ({
      id,
      name,
      host: '127.0.0.1',
      port,
      language: 'esc-pos' as const,
      width: 80 as const,
    }),
    state,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function flood(socket: Socket): void {
  if (!socket.destroyed) socket.write(NOISE, () => setImmediate(flood, socket))
}

function take(from: number[], bytes: readonly number[]): boolean {
  if (!bytes.every((byte, at) => from[at] === byte)) return false
  from.splice(0, bytes.length)
  return true
}

const endsWith = (job: readonly number[], bytes: readonly number[]) =>
  bytes.every((byte, at) => job[job.length - bytes.length + at] === byte)

const asText = (bytes: readonly number[]) =>
  bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '\n')).join('')
