import { unchanged } from '#domain/sale/input.ts'
import { stepSale } from '#domain/sale/step.ts'
import type { Weakened } from './weakened.ts'

/** The protocol after a restore without one of its rules (decision 126). */
export const WEAKENED_RESTORES: Weakened[] = [
  {
    name: 'what was checked in the backup was not confirmed since',
    weakness: {
      step: (sale, input, context) =>
        input.kind === 'restored' && sale.state === 'checked' ? unchanged(sale) : stepSale(sale, input, context),
    },
    harm: ['confirm that is not allowed', 'said not sold while a debit stands'],
  },
  {
    name: 'a restore is a restart',
    weakness: {
      step: (sale, input, context) =>
        stepSale(sale, input.kind === 'restored' ? { kind: 'restarted' } : input, context),
    },
    harm: ['confirm that is not allowed', 'code shown again as if for the first time'],
  },
  {
    name: 'the key mark is that of the backup',
    seed: 9,
    weakness: { disk: { keepsMarkOfBackup: true } },
    harm: ['keys do not grow'],
  },
  {
    name: 'a quantity of the backup may go on',
    seed: 8,
    weakness: { disk: { forgetsRunningBatches: true } },
    harm: ['line began after a restore'],
  },
  {
    name: 'a code that was not delivered in the backup was not delivered since',
    seed: 8,
    weakness: {
      step: (sale, input, context) => {
        const step = stepSale(sale, input, context)
        const { mayBeDelivered: _, ...rest } = step.sale
        return step.sale === sale ? step : { ...step, sale: rest }
      },
    },
    harm: ['code shown again as if for the first time'],
  },
]
