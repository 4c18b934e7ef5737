import { isRefundDue, isWaiting, type Sale, type SaleState } from '#domain/sale/sale.ts'

export type OpenItemSection = 'attention' | 'waiting' | 'codes' | 'refunds' | 'updates'

/** What a person has to decide comes before what only waits. */
const ORDER: readonly SaleState[] = ['not-executed', 'unknown', 'pending', 'confirming']

/**
 * Groups the open items into sections, each sale in one of them: what needs a supervisor, what waits, codes to deliver, refunds due, and updates.
 * Within a section the oldest comes first.
 */
export function groupOpenItems(
  sales: readonly Sale[],
  isSupervisor: boolean,
): { section: OpenItemSection; sales: Sale[] }[] {
  const sections: Record<OpenItemSection, Sale[]> = {
    attention: [],
    waiting: [],
    codes: [],
    refunds: [],
    updates: [],
  }
  for (const sale of sales) sections[sectionOf(sale, isSupervisor)].push(sale)
  return (Object.keys(sections) as OpenItemSection[])
    .map((section) => ({ section, sales: sections[section].toSorted(byUrgency) }))
    .filter((each) => each.sales.length > 0)
}

function sectionOf(sale: Sale, isSupervisor: boolean): OpenItemSection {
  if (sale.attention && (isSupervisor || !isWaiting(sale))) return 'attention'
  if (isWaiting(sale)) return 'waiting'
  if (sale.voucher === 'ready') return 'codes'
  return isRefundDue(sale) ? 'refunds' : 'updates'
}

function byUrgency(a: Sale, b: Sale): number {
  return urgencyOf(a) - urgencyOf(b) || a.openedAt - b.openedAt
}

/** What is paid and only waits for its code comes last. */
const urgencyOf = ({ state, voucher }: Sale): number => (voucher === 'coming' ? ORDER.length : ORDER.indexOf(state))
