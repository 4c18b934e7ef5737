import { isRefundDue, isWaiting, type Sale, type SaleState } from '#domain/sale/sale.ts'

export type OpenItemSection = 'attention' | 'waiting' | 'codes' | 'give-back' | 'news'

/** What a person has to decide comes before what only waits. */
const ORDER: readonly SaleState[] = ['not-executed', 'unknown', 'pending', 'confirming']

/**
 * The desk in its sections, each sale in one of them: a supervisor first sees what needs one, then what waits, codes to hand over, money to give
 * back, and news. Within a section the oldest comes first.
 */
export function groupOpenItems(
  sales: readonly Sale[],
  isSupervisor: boolean,
): { section: OpenItemSection; sales: Sale[] }[] {
  const sections: Record<OpenItemSection, Sale[]> = {
    attention: [],
    waiting: [],
    codes: [],
    'give-back': [],
    news: [],
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
  return isRefundDue(sale) ? 'give-back' : 'news'
}

function byUrgency(a: Sale, b: Sale): number {
  return urgencyOf(a) - urgencyOf(b) || a.openedAt - b.openedAt
}

/** What is paid and only waits for its code comes last. */
const urgencyOf = ({ state, voucher }: Sale): number => (voucher === 'coming' ? ORDER.length : ORDER.indexOf(state))
