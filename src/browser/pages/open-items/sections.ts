import { isRefundDue, isWaiting, type Sale, type SaleState } from '#domain/sale/sale.ts'

/** In the order of the page: what a person has to do, what only waits, and what completed since this person last looked. */
export const OPEN_ITEM_SECTIONS = ['attention', 'refunds', 'codes', 'waiting', 'updates'] as const
export type OpenItemSection = (typeof OPEN_ITEM_SECTIONS)[number]
export type OpenItemGroup = { section: OpenItemSection; sales: Sale[] }

/** What a person has to decide comes before what only waits. */
const ORDER: readonly SaleState[] = ['not-executed', 'unknown', 'pending', 'confirming']

/** Groups the open items into sections, each sale in one of them. Within a section the oldest comes first. */
export function groupOpenItems(sales: readonly Sale[], isSupervisor: boolean): OpenItemGroup[] {
  const sectionOf = (sale: Sale): OpenItemSection => {
    if (sale.attention && (isSupervisor || !isWaiting(sale))) return 'attention'
    if (isWaiting(sale)) return 'waiting'
    if (sale.voucher === 'ready') return 'codes'
    return isRefundDue(sale) ? 'refunds' : 'updates'
  }
  return OPEN_ITEM_SECTIONS.map((section) => ({
    section,
    sales: sales.filter((sale) => sectionOf(sale) === section).toSorted(byUrgency),
  })).filter((group) => group.sales.length > 0)
}

function byUrgency(a: Sale, b: Sale): number {
  return urgencyOf(a) - urgencyOf(b) || a.openedAt - b.openedAt
}

/** What is paid and only waits for its code comes last. */
const urgencyOf = ({ state, voucher }: Sale): number => (voucher === 'coming' ? ORDER.length : ORDER.indexOf(state))
