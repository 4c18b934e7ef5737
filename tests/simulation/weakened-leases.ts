import { unchanged } from '#domain/sale/input.ts'
import { stepSale } from '#domain/sale/step.ts'
import type { Connection } from '#proxy/wholesaler/client.ts'
import { createKeySequence } from '#proxy/wholesaler/keys.ts'
import type { Weakened } from './weakened.ts'

/** Two proxies without one of the rules by which they share an account, and the harm that reveals it. */
export const WEAKENED_LEASES: Weakened[] = [
  {
    name: 'a commit does not name its epoch',
    seed: 9,
    weakness: { disk: { commitsForAnybody: true } },
    harm: ['commit of an epoch that is over'],
  },
  {
    name: 'a leader goes on sending until it hears of another one',
    seed: 8,
    weakness: { leadership: (held) => ({ ...held, maySend: () => true }), staysWithoutLease: true },
    harm: ['sent without the lease'],
  },
  {
    name: 'a new leader sells before the service has taken its key',
    seed: 1,
    weakness: { connection: withoutFence },
    harm: ['sold before the fence'],
  },
  {
    name: 'a new leader does not number its keys above those that were reserved',
    seed: 1,
    weakness: {
      createKeys: (options) => createKeySequence({ ...options, store: { ...options.store, loadMark: async () => 0n } }),
    },
    harm: ['keys do not grow'],
  },
  {
    name: 'the service takes the keys of a leader that was replaced',
    seed: 5,
    weakness: { service: { refusesOldKeys: false } },
    harm: ['older call executed after a newer fence'],
  },
  {
    name: 'a new leader goes on with what the one before began',
    seed: 1,
    weakness: {
      step: (sale, input, context) => (input.kind === 'restarted' ? unchanged(sale) : stepSale(sale, input, context)),
    },
    harm: ['confirm without a durable approval', 'debited twice'],
  },
]

/** `/balance` counts as answered, and is never sent. */
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
