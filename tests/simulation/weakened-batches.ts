import { approvalOf } from '#domain/sale/batch.ts'
import type { Person } from '#domain/person.ts'
import type { Batches } from '#proxy/sales/batch.ts'
import type { Sales } from '#proxy/sales/sales.ts'
import type { Weakness } from './shop-process.ts'
import type { Weakened } from './weakened.ts'

/** Protocols of a batch without one of the parts of DESIGN rule 18. */
export const WEAKENED_BATCHES: Weakened[] = [
  {
    name: 'a batch goes on after a restart',
    seed: 9,
    weakness: { disk: { forgetsRunningBatches: true } },
    harm: ['line opened without a valid approval', 'line confirmed without a valid approval'],
  },
  {
    name: 'Stop stops nothing',
    seed: 3,
    weakness: batchesThat(({ read }) => ({ stop: (id, { person }) => read(id, person) })),
    harm: ['went on after Stop was answered'],
  },
  {
    name: 'the id of a line is minted as it is opened',
    seed: 1,
    weakness: { disk: { mintsIdsLate: true } },
    harm: ['sale of a line without a minted id'],
  },
  {
    name: 'a line whose answer is lost is sold again',
    seed: 3,
    weakness: { disk: { takesOpenLinesForUnsold: true, forgetsLines: true } },
    harm: ['two sales of one line', 'line debited twice', 'sale of a line without a minted id'],
  },
  {
    name: 'no limits are reserved',
    seed: 4,
    weakness: { disk: { reservesNothing: true } },
    harm: ['above a limit, and nobody let it go'],
  },
  {
    name: 'what is reserved for a line stays beside its sale',
    seed: 1,
    weakness: { disk: { keepsReservations: true } },
    harm: ['reserved and counted at once'],
  },
  {
    name: 'the next line begins before the one before is complete',
    seed: 1,
    weakness: { disk: { takesOpenLinesForSold: true } },
    harm: ['line began before the one before it was sold'],
  },
  {
    name: 'an approval is as good later',
    seed: 10,
    weakness: { disk: { freshensApprovals: true } },
    harm: ['line confirmed without a valid approval'],
  },
  {
    name: 'an approval of some lines is one of all',
    seed: 1,
    weakness: batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, seller) => {
        const { batch } = await read(id, seller.person)
        const lines = approvalOf(batch) ? request.lines : batch.lines.map((_, index) => index + 1)
        return confirm(id, { ...request, lines }, seller)
      },
    })),
    harm: ['approval of lines that nobody approved'],
  },
  {
    name: 'nobody looks at the version of a batch',
    seed: 7,
    weakness: batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, seller) => {
        const { batch } = await read(id, seller.person)
        return confirm(id, { ...request, version: batch.version }, seller)
      },
    })),
    harm: ['approval of lines that nobody approved'],
  },
  {
    name: 'anybody goes on with a batch',
    seed: 1,
    weakness: batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, { person, terminal }) => {
        const { batch } = await read(id, asSupervisor(person))
        return confirm(id, request, { person: { ...person, ...batch.cashier }, terminal })
      },
    })),
    harm: ['somebody else joined a batch'],
  },
]

function batchesThat(change: (batches: Batches) => Partial<Batches>): Weakness {
  return { sales: (sales: Sales) => ({ ...sales, batches: { ...sales.batches, ...change(sales.batches) } }) }
}

const asSupervisor = (person: Person): Person => ({ ...person, role: 'supervisor' })
