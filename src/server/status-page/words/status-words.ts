import type { CustomerStatus } from '#domain/sale/customer-status.ts'

/** What happened, and what to do now. */
export type Said = { heading: string; what: string; next: string }

/** All that the page says, in one language. */
export type StatusWords = {
  dir: 'ltr' | 'rtl'
  statuses: Record<CustomerStatus, Said>
  /** Of every link that leads to no sale. */
  nothing: Said
  /** Of every link, while it cannot be looked at. */
  busy: Said
  practice: string
  product: string
  lastDigits: string
  sentAt: string
  seenAt: string
  looksAgain: string
  stay: string
  look: string
}
