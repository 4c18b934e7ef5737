import type { Socket } from 'node:net'

import type { PrintFault, PrintResult } from '#api/printing.ts'
import { extraPrintMs, type PrinterLanguage } from '#receipt-printer/plain-document.ts'
import {
  ANSWER_MS,
  ASK_PAPER,
  ASK_PAPER_IN_TURN,
  findPaper,
  readAnswers,
  readPaperInTurn,
  STAY_SILENT,
  type Paper,
} from '#receipt-printer/paper-status.ts'

/** Timeouts for connecting, for sending one piece, and for the confirmation afterward. Their sum is below the page's timeout. */
export type PrinterTimes = { connectMs: number; takeMs: number; endMs: number }
export const PRINTER_TIMES: PrinterTimes = { connectMs: 4_000, takeMs: 10_000, endMs: 8_000 }
/** Bytes from a printer per connection. A status has one byte, or four if unrequested. */
const MOST_SAID = 4 * 1024
/** Bytes per write. */
const PIECE = 4 * 1024

type Job = {
  bytes: Uint8Array
  language: PrinterLanguage
  /** If it throws, nothing has been sent. */
  begin: () => Promise<void>
}

/**
 * A job is printed if the printer took every byte and then reported paper after it, or, if it reports no status, closed the connection without an error.
 * Anything else after the first byte is unclear; then unsent bytes are discarded. Nothing is sent twice.
 */
export async function sendJob(
  socket: Socket,
  { bytes, language, begin }: Job,
  times: PrinterTimes,
): Promise<PrintResult> {
  const line = watchLine(socket)
  try {
    await line.until(() => line.isOpen || line.isOver, times.connectMs)
    if (!line.isOpen || line.isOver) return notPrinted(whyNotThere(line.error))
    socket.setNoDelay(true)
    const status = language === 'esc-pos' ? await askPaper(socket, line) : undefined
    if (status === 'none') return notPrinted('no-paper')
    if (line.isOver) return notPrinted('lost')
    await begin()
    // Nothing was written yet.
    if (line.isOver) return notPrinted('lost')
    const result = await sendAll(socket, line, { bytes, tellsStatus: status !== undefined, times })
    if (result.kind === 'unclear') socket.resetAndDestroy()
    return result
  } finally {
    closeSoon(socket, times.endMs)
  }
}

type Line = ReturnType<typeof watchLine>

async function askPaper(socket: Socket, line: Line): Promise<Paper | undefined> {
  line.paper = undefined
  socket.write(Buffer.concat([STAY_SILENT, ASK_PAPER]))
  await line.until(() => line.paper !== undefined || line.isOver, ANSWER_MS)
  return line.paper
}

type Sending = { bytes: Uint8Array; tellsStatus: boolean; times: PrinterTimes }

async function sendAll(socket: Socket, line: Line, { bytes, tellsStatus, times }: Sending): Promise<PrintResult> {
  let taken = 0
  let paper: Paper | undefined
  const all = tellsStatus ? Buffer.concat([bytes, ASK_PAPER_IN_TURN]) : bytes
  const giveUpAt = performance.now() + times.takeMs + extraPrintMs(all.length)
  for (let end = PIECE; taken < all.length; end += PIECE) {
    socket.write(all.subarray(taken, end), () => {
      taken = end
      // Earlier status bytes belong to the previous job.
      if (taken >= all.length) line.onAnswer((answer) => (paper ??= readPaperInTurn(answer)))
      line.look()
    })
    const left = Math.min(times.takeMs, giveUpAt - performance.now())
    if (!(await line.until(() => taken === end || line.isOver, left))) return unclear('busy')
    if (line.isOver) return unclear('lost')
  }
  if (tellsStatus) {
    await line.until(() => paper !== undefined || line.isOver, times.endMs)
    if (paper === 'paper') return { kind: 'printed' }
    if (paper === 'none') return unclear('no-paper')
    if (line.isOver) return unclear('lost')
    // Many cheap printers report paper at once, but not after a job.
    const now = await askPaper(socket, line)
    return unclear(now === 'none' ? 'no-paper' : now === 'paper' ? 'not-reported' : 'busy')
  }
  socket.end()
  if (!(await line.until(() => line.isOver, times.endMs))) return unclear('busy')
  return line.error === undefined ? { kind: 'printed' } : unclear('lost')
}

export const notPrinted = (why: PrintFault): PrintResult => ({ kind: 'not-printed', why })
const unclear = (why: PrintFault): PrintResult => ({ kind: 'unclear', why })

function whyNotThere(error: unknown): PrintFault {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EADDRFORBIDDEN') return 'forbidden'
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' ? 'busy' : 'not-there'
}

function watchLine(socket: Socket) {
  const waiting = new Set<() => void>()
  const answersIn = readAnswers()
  let hear: (answer: number) => void = () => {}
  let said = 0
  const line = {
    isOpen: false,
    /** Closed by the printer, or broken. */
    isOver: false,
    error: undefined as unknown,
    /** Last reported. */
    paper: undefined as Paper | undefined,
    onAnswer: (listener: (answer: number) => void) => void (hear = listener),
    look: () => {
      for (const look of waiting) look()
    },
    /** Resolves to false after `ms`. */
    until: (isSo: () => boolean, ms: number): Promise<boolean> =>
      new Promise((resolve) => {
        const end = (isReached: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(isReached)
        }
        const look = () => isSo() && end(true)
        const timer = setTimeout(() => end(false), ms)
        waiting.add(look)
        look()
      }),
  }
  const change = (change: Partial<typeof line>) => {
    Object.assign(line, change)
    line.look()
  }
  socket.on('connect', () => change({ isOpen: true }))
  // The status is also read after the job, while the connection is open.
  socket.on('data', (bytes: Buffer) => {
    said += bytes.length
    if (said > MOST_SAID) {
      change({ isOver: true, error: new Error('It says more than a printer does.') })
      return void socket.resetAndDestroy()
    }
    const answers = answersIn(bytes)
    for (const answer of answers) hear(answer)
    change({ paper: findPaper(answers) ?? line.paper })
  })
  socket.on('end', () => change({ isOver: true }))
  socket.on('error', (error) => change({ isOver: true, error: line.error ?? error }))
  socket.on('close', () => change({ isOver: true }))
  return line
}

/** Doesn't wait for the printer. */
function closeSoon(socket: Socket, ms: number): void {
  if (socket.destroyed) return
  socket.end()
  const timer = setTimeout(() => socket.destroy(), ms)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
