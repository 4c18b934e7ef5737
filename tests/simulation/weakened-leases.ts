import { unchanged } from '#domain/sale/input.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Connection } from '#server/wholesaler/client.ts'
import { createKeySequence } from '#server/wholesaler/keys.ts'
import type { Weakened } from './weakened.ts'

/** Two servers without one of the rules for sharing an account, and the harm that reveals its absence. */
export const WEAKENED_LEASES: Record<string, Weakened> = {
  'a commit does not name its epoch': {
    at: [12, 25],
    harm: ['commit of an epoch that is over'],
    disk: { commitsForAnybody: true },
  },
  'a leader keeps sending until it notices another one': {
    at: [8, 100],
    harm: ['sent without the lease'],
    leadership: (held) => ({ ...held, maySend: () => true }),
    staysWithoutLease: true,
  },
  'a new leader sells before the wholesaler has accepted its key': {
    at: [1, 100],
    harm: ['sold before the fence'],
    connection: withoutFence,
  },
  'a new leader does not number its keys above those that were reserved': {
    at: [1, 100],
    harm: ['keys do not grow'],
    createKeys: (options) => createKeySequence({ ...options, store: { ...options.store, loadMark: async () => 0n } }),
  },
  'the wholesaler accepts the keys of a replaced leader': {
    at: [10, 100],
    harm: ['older call executed after a newer fence'],
    service: { refusesOldKeys: false },
  },
  'a new leader continues what the one before began': {
    at: [1, 60],
    harm: ['confirm without a durable approval', 'debited twice'],
    step: (sale, input, context) => (input.kind === 'restarted' ? unchanged(sale) : stepSale(sale, input, context)),
  },
}

export const WEAKENED_RESTORES: Record<string, Weakened> = {
  'a sale that was checked in the backup counts as never confirmed since': {
    at: [223],
    harm: ['confirm that is not allowed', 'said not sold while a debit stands'],
    step: (sale, input, context) =>
      input.kind === 'restored' && sale.state === 'checked' ? unchanged(sale) : stepSale(sale, input, context),
  },
  'a restore counts as a restart': {
    at: [48],
    harm: ['confirm that is not allowed', 'code shown again as if for the first time'],
    step: (sale, input, context) => stepSale(sale, input.kind === 'restored' ? { kind: 'restarted' } : input, context),
  },
  'the key mark is that of the backup': { at: [9], harm: ['keys do not grow'], disk: { keepsMarkOfBackup: true } },
  'a quantity of the backup may continue': {
    at: [22, 40],
    harm: ['line began after a restore'],
    disk: { forgetsRunningBatches: true },
  },
  'a code that was not delivered in the backup counts as never delivered since': {
    at: [22, 40],
    harm: ['code shown again as if for the first time'],
    step: (sale, input, context) => {
      const step = stepSale(sale, input, context)
      const { mayBeDelivered: _, ...rest } = step.sale
      return step.sale === sale ? step : { ...step, sale: rest }
    },
  },
}

/** `/balance` counts as answered although it is never sent. */
function withoutFence(connection: Connection): Connection {
  return {
    ...connection,
    post: (call) => {
      if (!call.path.endsWith('/balance')) return connection.post(call)
      const isWritten = call.mayWrite()
      const text = JSON.stringify({ currency: 'AED', wallets: { main: 1_000 } })
      return {
        written: Promise.resolve(isWritten),
        exchange: Promise.resolve({ kind: 'text', status: 200, text }),
        abort: () => {},
      }
    },
  }
}
