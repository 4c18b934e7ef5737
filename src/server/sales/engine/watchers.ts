import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Timers } from '../../lib/ports.ts'

export function createSaleWatchers(timers: Timers, get: (id: SaleId) => Promise<SaleRecord>) {
  const watchers = new Map<SaleId, Set<(sale: SaleRecord) => void>>()
  /** Each ends one wait. */
  const waiting = new Set<() => void>()
  let hasEnded = false

  return {
    /** Passes a sale to those who wait for it. Call after a step. */
    tell: (sale: SaleRecord): void => {
      for (const tell of watchers.get(sale.id) ?? []) tell(sale)
    },
    waitUntil: (id: SaleId, isEnough: (sale: SaleRecord) => boolean, withinMs: number) =>
      new Promise<SaleRecord>((resolve, reject) => {
        const mine = watchers.get(id) ?? new Set()
        watchers.set(id, mine)
        const end = () => {
          cancel()
          waiting.delete(giveUp)
          mine.delete(look)
          if (mine.size === 0 && watchers.get(id) === mine) watchers.delete(id)
        }
        const look = (sale: SaleRecord) => {
          if (!isEnough(sale)) return
          end()
          resolve(sale)
        }
        const giveUp = () => {
          end()
          get(id).then(resolve, reject)
        }
        const cancel = timers.after(withinMs, giveUp)
        if (hasEnded) {
          giveUp()
          return
        }
        waiting.add(giveUp)
        mine.add(look)
        get(id).then(look, (error: unknown) => {
          end()
          reject(error instanceof Error ? error : new Error(String(error)))
        })
      }),
    /** Ends all waits, even future ones, with the sale's current state. */
    end: (): void => {
      hasEnded = true
      for (const giveUp of waiting) giveUp()
    },
  }
}
