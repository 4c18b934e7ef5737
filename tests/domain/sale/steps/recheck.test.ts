import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import { atLevel } from '../../../support/level.ts'
import {
  abandonedSale,
  DAY,
  findAnswered,
  ABANDONED_AT,
  HOUR,
  MINUTE,
  restarted,
  says,
  SECOND,
} from '../../../support/sales.ts'

describe('the rechecks of a sale that was abandoned after a confirm (rule 5)', () => {
  it('an abandoned sale has at least five rechecks, however often the process restarts and whatever its clock says', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -400 * DAY, max: 400 * DAY })), { maxLength: 8 }), (jumps) => {
        let sale = abandonedSale()
        let looks = 0
        for (let jump = 0; sale.next && looks < 50; jump++) {
          const by = jumps[jump]
          // Before the find is answered, another process resumes the sale with a different clock.
          if (by !== undefined && by !== null) sale = restarted(sale, sale.next.at + by).sale
          looks++
          sale = findAnswered(sale, says(-1), sale.next!.at + SECOND).sale
        }
        expect(sale.next).toBeUndefined()
        expect(looks).toBeGreaterThanOrEqual(5)
        expect(looks).toBeLessThan(50)
      }),
      { numRuns: atLevel(100, 300) },
    )
  })

  it('the wait for a recheck is never longer than the time between two of them', () => {
    const GAPS = [MINUTE, 14 * MINUTE, 45 * MINUTE, 5 * HOUR, 18 * HOUR]
    for (const by of [-400 * DAY, -HOUR, 0, HOUR, 400 * DAY]) {
      let sale: SaleRecord = restarted(abandonedSale(), ABANDONED_AT + by).sale
      for (let watches = 1; watches < GAPS.length; watches++) {
        const now = sale.next!.at
        sale = findAnswered(sale, says(-1), now).sale
        expect(sale.next!.at - now).toBeGreaterThan(0)
        expect(sale.next!.at - now).toBeLessThanOrEqual(GAPS[watches]!)
      }
    }
  })
})
