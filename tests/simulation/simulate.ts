import { createHash } from 'node:crypto'

import { runShop, type RunOptions, type RunReport, type Variant } from './run.ts'

export type Summary = {
  sales: number
  faults: Record<string, number>
  ends: Record<string, number>
  violations: Record<string, number>
  /** How sales ended if the wholesaler accepted a confirm of an older leader for them. */
  lateConfirms: Record<string, number>
  simulatedMs: number
  hashes: Record<string, string>
  /** For the first failing shops, the end of the trace and the command that runs the shop again. */
  failures: string[]
}

export type ShopPlan = Pick<RunOptions, 'seed' | 'sales'>

const SALES_PER_SHOP = 500
const FAILURES_TOLD = 3
const LINES_TOLD = 60

export function planShops(firstSeed: number, sales: number): ShopPlan[] {
  return Array.from({ length: Math.ceil(sales / SALES_PER_SHOP) }, (_, index) => ({
    seed: firstSeed + index,
    sales: Math.min(SALES_PER_SHOP, sales - index * SALES_PER_SHOP),
  }))
}

export async function simulate(
  plans: readonly ShopPlan[],
  variant: Variant,
  onShop: (report: RunReport) => void = () => {},
): Promise<Summary> {
  let summary = noShops()
  for (const plan of plans) {
    const report = await runShop({ ...plan, variant })
    const failures =
      report.violations.length > 0 && summary.failures.length < FAILURES_TOLD ? [await tellFailure(plan, variant)] : []
    summary = addUp(summary, { ...summaryOf(report), failures })
    onShop(report)
  }
  return summary
}

export const noShops = (): Summary => ({
  sales: 0,
  faults: {},
  ends: {},
  violations: {},
  lateConfirms: {},
  simulatedMs: 0,
  hashes: {},
  failures: [],
})

export function addUp(a: Summary, b: Summary): Summary {
  return {
    sales: a.sales + b.sales,
    faults: addCounts(a.faults, b.faults),
    ends: addCounts(a.ends, b.ends),
    violations: addCounts(a.violations, b.violations),
    lateConfirms: addCounts(a.lateConfirms, b.lateConfirms),
    simulatedMs: a.simulatedMs + b.simulatedMs,
    hashes: { ...a.hashes, ...b.hashes },
    failures: [...a.failures, ...b.failures].slice(0, FAILURES_TOLD),
  }
}

function summaryOf({ seed, sales, faults, ends, violations, lateConfirms, simulatedMs, hash }: RunReport): Summary {
  return {
    ...noShops(),
    sales,
    lateConfirms: Object.fromEntries(lateConfirms),
    simulatedMs,
    faults: Object.fromEntries(faults),
    ends: Object.fromEntries(ends),
    violations: violations.reduce((counts, { name }) => addCounts(counts, { [name]: 1 }), {}),
    hashes: { [seed]: hash },
  }
}

export const countAll = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** One hash for all shops, whichever processes ran them and in whatever order. */
export function hashOf({ hashes }: Summary): string {
  const inOrder = Object.entries(hashes).toSorted(([a], [b]) => Number(a) - Number(b))
  return createHash('sha256').update(inOrder.join('\n')).digest('hex').slice(0, 16)
}

/** Runs the shop again and describes what happened to the first sale with a violation. */
async function tellFailure({ seed, sales }: ShopPlan, variant: Variant): Promise<string> {
  const { violations, trace } = await runShop({ seed, sales, variant, isNotified: true })
  const [first] = violations
  if (!first) return `seed ${seed} failed once and not when it was run again: something is not under the seed`
  return [
    `${first.name}: sale ${first.sale} ${first.detail}`,
    `again: npm run simulate -- --seed ${seed} --sales ${sales}${variant === 'plain' ? '' : ` --variant ${variant}`}`,
    ...trace.tell(first.sale.slice(-5), LINES_TOLD),
  ].join('\n')
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a }
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
