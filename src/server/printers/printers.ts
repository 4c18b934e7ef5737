import { isIP } from 'node:net'

import type { NetworkPrinter } from '#api/network-printers.ts'
import type { PrintBody, PrintResult } from '#api/printing.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import { systemTimers } from '../lib/ports.ts'
import { inTurns } from '../lib/cooperative.ts'
import { createDeferred, createSerialQueue, waitAtMost } from '../lib/concurrency.ts'
import { notPrinted, PRINTER_TIMES, sendJob, type PrinterTimes } from './send-job.ts'

/** One port per printer. Others are rejected, so no one can scan the network through the server. */
const PORTS = { first: 9100, last: 9109 }
/** The longest time (ms) that a job waits for the previous one, within its own request. */
const TURN_MS = 3_000

export type Printers = {
  /** Throws `InvalidOperation` for a forbidden address. Names are checked when something is printed. */
  requireUsable: (printers: readonly NetworkPrinter[]) => void
  /** Throws `RequestRefused` 404. */
  nameOf: (id: string) => string
  /** `begin` is called right before the job is sent; if it throws, nothing has been sent. */
  print: (id: string, job: PrintBody, begin?: () => Promise<void>) => Promise<PrintResult>
}

type Deps = {
  printers: () => readonly NetworkPrinter[]
  guard: AddressGuard
  /** The administrator allows printers on this machine, at any port. */
  allowsLoopback: boolean
  times?: PrinterTimes | undefined
}

/** A document is in memory only during its request, never logged or stored. */
export function createPrinters({ printers, guard, allowsLoopback, times = PRINTER_TIMES }: Deps): Printers {
  const jobs = createSerialQueue<string>()

  const find = (id: string): NetworkPrinter => {
    const printer = printers().find((one) => one.id === id)
    if (!printer) throw new RequestRefused(404, 'not-found', 'The shop no longer has this printer. Choose another one.')
    return printer
  }

  const isPortForbidden = ({ host, port }: NetworkPrinter) =>
    (port < PORTS.first || port > PORTS.last) && !(allowsLoopback && isLoopbackAddress(host))

  /** One job at a time, so jobs don't mix. */
  async function printAlone(place: string, work: () => Promise<PrintResult>): Promise<PrintResult> {
    const job: { hasBegun: boolean; work: typeof work | undefined } = { hasBegun: false, work }
    const turn = createDeferred<undefined>()
    const printed = jobs.run(place, async () => {
      if (!job.work) return notPrinted('busy')
      job.hasBegun = true
      turn.resolve(undefined)
      return job.work()
    })
    await waitAtMost(systemTimers, TURN_MS, turn.promise)
    if (job.hasBegun) return printed
    // Drops the document, which may contain a code.
    job.work = undefined
    return notPrinted('busy')
  }

  return {
    requireUsable: (wanted) => {
      for (const printer of wanted) {
        if (guard.forbids(printer.host))
          throw new InvalidOperation(
            `Toptill prints only on private networks (10…, 172.16… to 172.31…, 192.168…, fc… and fd…), and the address of ${printer.name} is not on one.`,
          )
        if (isPortForbidden(printer))
          throw new InvalidOperation(
            `Toptill prints only on ports ${PORTS.first} to ${PORTS.last}. Correct the port of ${printer.name}.`,
          )
      }
    },

    nameOf: (id) => find(id).name,

    print: async (id, { document, opensDrawer }, begin = async () => {}) => {
      const printer = find(id)
      const { host, port, language, width } = printer
      if (isPortForbidden(printer)) return notPrinted('forbidden')
      // Loaded only when needed: its character tables are large, and most shops have no such printer.
      const { encodePlain } = await import('#receipt-printer/encode-plain.ts')
      return printAlone(`${host} ${port}`, async () => {
        const bytes = await inTurns(encodePlain(document, { width, language, opensDrawer }))
        return sendJob(guard.connect(host, port), { bytes, language, begin }, times)
      })
    },
  }
}

const isLoopbackAddress = (host: string) => (isIP(host) === 4 ? host.startsWith('127.') : host === '::1')
