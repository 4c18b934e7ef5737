import type { AlertFact, DaySummary, StoppedReason } from '../alerts.ts'
import type { Money } from '../money.ts'

/** All that letters and messages of the shop say, in one language. */
export type MessageWords = { alert: AlertWords; receipt: ReceiptWords }

/** Amounts have no sign of their own. */
export type SignedMoney = Money & { isLoss?: true }

export type AlertWords = {
  between: string
  test: string
  practice: string
  testBody: string
  signIn: string
  wayWorks: string
  titles: Record<AlertFact['kind'], string>
  reasons: Record<StoppedReason, string>
  more: (count: number) => string
  walletBelow: (balance: string, line: string) => string
  walletDays: (days: string, line: number) => string
  saleUnknown: (number: number, product: string, pays: string, time: string) => string
  stopped: (reason: string, time: string) => string
  away: (time: string) => string
  /** Without `hours` there is no backup. */
  backupOld: (hours: number | undefined) => string
  /** Changes things at the command line. */
  administrator: string
  changed: (by: string, time: string) => string
  drawer: (terminal: string, zNumber: number, difference: string, time: string) => string
  directions: Record<'over' | 'short', string>
  drawers: (closed: number, over: string, short: string) => string
  summary: (day: string, summary: DaySummary, sums: (sums: readonly SignedMoney[]) => string) => string
}

type ReceiptWords = {
  between: string
  /** From right to left, what is written from left to right would otherwise change places: a date would end with its year. */
  line: (label: string, value: string) => string
  heading: (number: string) => string
  practice: string
  test: string
  day: string
  product: string
  account: string
  faceValue: string
  gets: string
  paid: string
  noCode: string
}
