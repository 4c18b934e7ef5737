import type { AlertFact } from '#domain/alerts.ts'
import type { Language } from '#domain/language.ts'
import type { Money } from '#domain/money/money.ts'
import { SAY, type Say } from '../lib/words.ts'

/** All facts of one kind since that kind's last alert. */
export type Alert = {
  /** Absent in a test of a channel. */
  kind?: AlertFact['kind']
  facts: readonly AlertFact[]
  isTest: boolean
  isPractice: boolean
  shopName?: string | undefined
}

export type AlertWording = { title: string; body: string }

/** More facts than this are only counted. */
const MAX_LINES = 10

/** Alerts with balances, margins or drawer amounts, which are for supervisors only. */
const WITH_FIGURES: ReadonlySet<AlertFact['kind']> = new Set([
  'wallet-below',
  'wallet-days',
  'deposit-late',
  'drawer-difference',
  'day-summary',
])

/** In the shop's time zone. A cashier may see the till's screen, so `hidesFigures` leaves out what is for supervisors. */
export function wordAlert(
  alert: Alert,
  language: Language,
  timeZone: string,
  { hidesFigures = false } = {},
): AlertWording {
  const say = SAY[language]
  const times = (at: number) => formatterFor(timeZone).format(at)
  const lines = alert.facts.slice(0, MAX_LINES).map((fact) => lineOf(fact, say, times))
  const more = alert.facts.length - lines.length
  const bodyOf = () => {
    if (alert.isTest) return say('alert.testBody')
    if (hidesFigures && alert.kind && WITH_FIGURES.has(alert.kind)) return say('alert.signIn')
    return [...lines, ...(more > 0 ? [say('alert.more', { count: more })] : [])].join('\n')
  }
  const title = [
    alert.isTest ? say('alert.test') : undefined,
    alert.isPractice ? say('alert.practice') : undefined,
    alert.shopName,
    say(alert.kind ? `alert.title.${alert.kind}` : 'alert.channelWorks'),
  ]
  return {
    title: title.filter((part) => part !== undefined && part !== '').join(': '),
    body: bodyOf(),
  }
}

function lineOf(fact: AlertFact, say: Say, clock: (at: number) => string): string {
  switch (fact.kind) {
    case 'wallet-below':
      return say('alert.walletBelow', { balance: amountOf(fact.balance), line: amountOf(fact.line) })
    case 'wallet-days': {
      const days = fact.days.toFixed(1)
      return say('alert.walletDays', { days, count: Number(days), line: fact.lowBalanceDays })
    }
    case 'deposit-late': {
      const slip = fact.slip === undefined ? '' : ` (${isolate(fact.slip)})`
      return say('alert.depositLate', { deposit: `${amountOf(fact.amount)}${slip}` })
    }
    case 'sale-unknown': {
      const [product, pays, time] = [isolate(fact.product), amountOf(fact.pays), clock(fact.confirmedAt)]
      return say('alert.saleUnknown', { number: fact.number, product, pays, time })
    }
    case 'selling-stopped':
      return say('alert.stopped', { reason: say(`alert.reason.${fact.reason}`), time: clock(fact.since) })
    case 'service-away':
      return say('alert.away', { time: clock(fact.since) })
    case 'backup-old':
      return fact.hours === undefined ? say('alert.noBackup') : say('alert.backupOld', { hours: fact.hours })
    case 'alerts-changed':
      return say('alert.changed', { by: isolate(fact.by || say('alert.administrator')), time: clock(fact.at) })
    case 'drawer-difference': {
      const difference = say(`alert.${fact.direction}`, { amount: amountOf(fact.difference) })
      const { zNumber, closedAt } = fact
      return say('alert.drawer', { terminal: isolate(fact.terminal), zNumber, difference, time: clock(closedAt) })
    }
    case 'day-summary': {
      const { day, sold, notSold, waiting, unknown, drawers } = fact
      const [paid, margin, refundsDue] = [sumsOf(fact.paid), sumsOf(fact.margin), sumsOf(fact.refundsDue)]
      const ofDay = say('alert.summary', { day, sold, notSold, waiting, unknown, paid, margin, refundsDue })
      if (!drawers) return ofDay
      const { closed, over, short } = drawers
      return `${ofDay}\n${say('alert.drawers', { closed, over: sumsOf(over), short: sumsOf(short) })}`
    }
  }
}

/** `Money` is unsigned, so the direction is a separate field. */
type SignedMoney = Money & { isLoss?: true }

/** Keeps the text's own direction inside right-to-left text. */
const isolate = (text: string) => `\u2068${text}\u2069`
const amountOf = ({ amount, currency, isLoss }: SignedMoney) => isolate(`${currency} ${isLoss ? '-' : ''}${amount}`)
const sumsOf = (amounts: readonly SignedMoney[]) => amounts.map(amountOf).join(', ') || '0'

const FORMATTERS = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  FORMATTERS.set(timeZone, made)
  return made
}
