import type { Backup } from './journal.ts'
import { createWatch, nothingSeen, type Watch, type WatchOptions } from './violations.ts'

export type RestoreWatch = Watch & { putBack: (backup: Backup) => void }

/**
 * Watches a shop whose database is restored from backups. What was sent stays true; what is on the disk is the content
 * of the backup, and all rules apply from then on. Sales that are not in the backup are lost. But no code may be shown
 * again as if for the first time, and no batch of the backup continues.
 */
export function watchRestores(options: WatchOptions): RestoreWatch {
  const wire = nothingSeen()
  let isReading = false
  const create = () =>
    createWatch({
      ...options,
      wire,
      onViolation: (violation) => {
        if (!isReading) options.onViolation(violation)
      },
    })
  let current = create()
  const written = new Set<string>()
  const delivered = new Set<string>()
  const stopped = new Set<string>()

  function putBack({ rows, batches }: Backup): void {
    for (const id of written) {
      if (rows.has(id)) continue
      wire.lost.add(id)
      // A till may send the sale again under the same id, once the pause after the restore has proven the result of its
      // confirms.
      wire.confirms.delete(id)
    }
    current = create()
    isReading = true
    for (const after of batches.values()) {
      current.wroteBatch({ before: undefined, after, line: undefined })
      if (after.state !== 'complete') stopped.add(after.id)
    }
    for (const { record, events } of rows.values())
      current.wrote({ before: undefined, after: record, events, line: undefined })
    isReading = false
  }

  const now = Object.fromEntries(
    Object.keys(current).map((name) => [
      name,
      (...of: never[]) => (current[name as keyof Watch] as (...all: never[]) => unknown)(...of),
    ]),
  ) as unknown as Watch
  return {
    ...now,
    wrote: (write) => {
      const { before, after } = write
      written.add(after.id)
      wire.lost.delete(after.id)
      if (after.voucher === 'delivered') delivered.add(after.id)
      if (!before && after.batch && stopped.has(after.batch.id))
        current.report('line began after a restore', after.id, `line ${after.batch.line}`)
      current.wrote(write)
    },
    revealed: (id, request, to, answer) => {
      const isKnown = options.readJournal(id)?.voucher === 'delivered'
      if (answer.voucher && request.reason === undefined && delivered.has(id) && !isKnown)
        current.report('code shown again as if for the first time', id, to.person.name)
      current.revealed(id, request, to, answer)
    },
    putBack,
  }
}
