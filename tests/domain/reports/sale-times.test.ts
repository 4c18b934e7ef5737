import { describe, expect, it } from 'vitest'

import { createTimesReport, createTimesTable, plausibleTimes, type TimedSale } from '#domain/reports/sale-times.ts'

const HOUR = 60 * 60_000
const amal = { id: 'a', name: 'Amal' }
const joseph = { id: 'j', name: 'Joseph' }
const qamra = { id: '101', name: 'Qamra' }
const orbyte = { id: '200', name: 'Orbyte' }

const sold = (times: TimedSale['times'], of: Partial<TimedSale> = {}): TimedSale => ({
  day: '2026-11-29',
  service: qamra,
  cashier: amal,
  times,
  ...of,
})

describe('a measured time', () => {
  it('is whole milliseconds from nothing to an hour; anything else is dropped', () => {
    expect(plausibleTimes({ entry: 0, answer: 1234.4, next: HOUR })).toEqual({ entry: 0, answer: 1234, next: HOUR })
    expect(plausibleTimes({ entry: -1, answer: HOUR + 1, next: undefined })).toEqual({})
    expect(plausibleTimes({ entry: NaN, answer: Infinity })).toEqual({})
  })
})

describe('the report of times', () => {
  it('has the median and the 95th percentile, which are values that were measured', () => {
    const report = createTimesReport({ hasPeople: false })
    for (let seconds = 100; seconds >= 1; seconds -= 1) report.add(sold({ entry: seconds * 1000 }))
    report.add(sold({ answer: 700 }))
    const { all, byService, byCashier } = report.read(false)
    expect(all).toEqual({
      count: 101,
      entry: { count: 100, median: 50_000, p95: 95_000 },
      answer: { count: 1, median: 700, p95: 700 },
    })
    expect(byService).toEqual([{ ...all, id: '101', name: 'Qamra' }])
    expect(byCashier).toBeUndefined()
  })

  it('lists products and people with most sales first, and days in order', () => {
    const report = createTimesReport({ hasPeople: true })
    report.add(sold({ next: 3000 }, { cashier: joseph, service: orbyte }))
    report.add(sold({ next: 1000 }))
    report.add(sold({ next: 2000 }, { day: '2026-11-28' }))
    const { byService, byDay, byCashier, isPartial } = report.read(true)
    expect(byService.map(({ name, count }) => [name, count])).toEqual([['Qamra', 2], ['Orbyte', 1]]) // prettier-ignore
    expect(byDay.map(({ id, next }) => [id, next?.median])).toEqual([['2026-11-28', 2000], ['2026-11-29', 1000]]) // prettier-ignore
    expect(byCashier?.map(({ name }) => name)).toEqual(['Amal', 'Joseph'])
    expect(isPartial).toBe(true)
  })

  it('a product is named like its newest sale, which is added first', () => {
    const report = createTimesReport({ hasPeople: false })
    report.add(sold({}, { service: { id: '101', name: 'Qamra Prepaid' } }))
    report.add(sold({}))
    expect(report.read(false).byService).toEqual([{ id: '101', name: 'Qamra Prepaid', count: 2 }])
  })

  it('the table has a row for each day and product, and for each person only where the shop allows it', () => {
    const rowsOf = (hasPeople: boolean) => {
      const table = createTimesTable({ hasPeople })
      table.add(sold({ entry: 4000 }))
      table.add(sold({ entry: 2000 }, { cashier: joseph }))
      table.add(sold({}, { day: '2026-11-28', service: orbyte }))
      return table.read().map(({ day, service, cashier, count, entry }) => {
        return [day, service.name, ...(hasPeople ? [cashier.name] : []), count, entry?.median]
      })
    }
    expect(rowsOf(false)).toEqual([
      ['2026-11-28', 'Orbyte', 1, undefined],
      ['2026-11-29', 'Qamra', 2, 2000],
    ])
    expect(rowsOf(true)).toEqual([
      ['2026-11-28', 'Orbyte', 'Amal', 1, undefined],
      ['2026-11-29', 'Qamra', 'Amal', 1, 4000],
      ['2026-11-29', 'Qamra', 'Joseph', 1, 2000],
    ])
  })
})
