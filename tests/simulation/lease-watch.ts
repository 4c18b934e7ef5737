import type { Call } from './network.ts'
import type { Watch } from './violations.ts'

export type LeaseWatch = Watch & {
  granted: (epoch: number) => void
  committed: (epoch: number) => void
  /**
   * The leader of this epoch cannot know in time that its lease has expired: its clock stopped, or the lease ended
   * early.
   */
  excuse: (epoch: number) => void
  /** The sales for which the wholesaler accepted a confirm of an older epoch after a newer fence was answered. */
  lateConfirms: ReadonlySet<string>
}

/**
 * A commit that set the sale to `confirming`: the epoch that wrote it, and how many confirms that epoch sent for it.
 */
type Approved = { epoch: number; sent: number }

/**
 * Checks the invariants of several processes that lead one account in turn. Everything else is left to `watch`, which
 * sees them as one process after another: it is not informed about what a process sends and receives after the next
 * process began to lead, because that can no longer change anything.
 */
export function watchLeases(watch: Watch, { refusesOldKeys }: { refusesOldKeys: boolean }): LeaseWatch {
  const { report } = watch
  let granted = 0
  let leads = 0
  let committing = 0
  /** The newest epoch whose `/balance` was answered after the wholesaler had accepted one of its keys. */
  let fenced = 0
  const lateConfirms = new Set<string>()
  const excused = new Set<number>()
  const keys = new Map<number, { lowest: bigint; highest: bigint }>()
  const accepted = new Set<number>()
  const approved = new Map<string, Approved[]>()

  const isLate = ({ epoch = 0 }: Call) => epoch < leads

  function left(call: Call): void {
    const { epoch = 0, path } = call
    const sale = watch.saleOf(call) ?? ''
    checkKey(call, epoch, sale)
    if (epoch < granted && !excused.has(epoch)) report('sent without the lease', sale, `${path} of epoch ${epoch}`)
    if (/\/(check|confirm)$/.test(path) && epoch > fenced) report('sold before the fence', sale, `${path} of ${epoch}`)
    if (path.endsWith('/confirm')) checkConfirm(epoch, sale)
    if (!isLate(call)) watch.left(call)
  }

  /** The keys of each epoch are above all keys of earlier epochs, whenever they are sent. */
  function checkKey({ key, path }: Call, epoch: number, sale: string): void {
    for (const [other, { lowest, highest }] of keys) {
      const isInOrder = other === epoch || (other < epoch ? highest < key : key < lowest)
      if (!isInOrder) report('keys do not grow', sale, `${path} of epoch ${epoch} has a key of epoch ${other}`)
    }
    const { lowest = key, highest = key } = keys.get(epoch) ?? {}
    if (isOwnKeyOld(epoch, key)) report('keys do not grow', sale, `${key} after ${highest} (${path})`)
    keys.set(epoch, { lowest: key < lowest ? key : lowest, highest: key > highest ? key : highest })
  }

  const isOwnKeyOld = (epoch: number, key: bigint) => (keys.get(epoch)?.highest ?? -1n) >= key

  /**
   * A confirm belongs to one approval that the same epoch wrote, even if it is sent after the next process began to
   * lead.
   */
  function checkConfirm(epoch: number, sale: string): void {
    const its = approved.get(sale)?.findLast((one) => one.epoch === epoch)
    if (!its) return report('confirm without a durable approval', sale, `epoch ${epoch} wrote none`)
    its.sent += 1
    if (its.sent > 1) report('confirm that is not allowed', sale, `${its.sent} for one approval of epoch ${epoch}`)
  }

  return {
    ...watch,
    granted: (epoch) => {
      granted = epoch
    },
    committed: (epoch) => {
      committing = epoch
      if (epoch < granted) report('commit of an epoch that is over', '', `${epoch}, and ${granted} leads`)
    },
    excuse: (epoch) => void excused.add(epoch),
    lateConfirms,
    begun: (clock, epoch = 0) => {
      // The process was frozen after it took the lease, and the next one already leads.
      if (epoch < leads) return
      leads = epoch
      watch.begun(clock)
    },
    left,
    arrived: (call, isKeyAccepted) => {
      if (!isKeyAccepted) return
      const { epoch = 0, path } = call
      accepted.add(epoch)
      if (epoch >= fenced) return
      const sale = watch.saleOf(call) ?? ''
      if (path.endsWith('/confirm')) lateConfirms.add(sale)
      if (refusesOldKeys) report('older call executed after a newer fence', sale, `${path} of ${epoch} after ${fenced}`)
    },
    answered: (call, body) => {
      recordFence(call)
      if (!isLate(call)) watch.answered(call, body)
    },
    damaged: (call, body, text) => {
      recordFence(call)
      if (!isLate(call)) watch.damaged(call, body, text)
    },
    wrote: (write) => {
      const { before, after } = write
      if (after.state === 'confirming' && before?.state !== 'confirming') {
        const earlier = approved.get(after.id) ?? []
        approved.set(after.id, [...earlier, { epoch: committing, sent: 0 }])
      }
      watch.wrote(write)
    },
    revealed: (id, request, to, answer) => {
      if ((to.epoch ?? 0) >= leads) watch.revealed(id, request, to, answer)
    },
  }

  function recordFence(call: Call): void {
    const { epoch = 0, path } = call
    if (path.endsWith('/balance') && accepted.has(epoch) && epoch > fenced) fenced = epoch
  }
}
