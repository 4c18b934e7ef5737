import type { AlertFact } from './alerts.ts'
import type { Language } from './language.ts'
import { MESSAGE_WORDS } from './message-words/languages.ts'
import type { AlertWords, SignedMoney } from './message-words/message-words.ts'

/** One alert, as it is told to people: all that happened of one kind since the last one of it. */
export type Alert = {
  /** Absent in the test of a way. */
  kind?: AlertFact['kind']
  /** Empty in a test. */
  facts: readonly AlertFact[]
  isTest: boolean
  /** Of the practice mode: no money moves. */
  isPractice: boolean
  shopName?: string | undefined
}

export type AlertWording = { title: string; body: string }

/** At most this many are named one by one. */
const MAX_LINES = 10

/** Kinds whose facts are balances, margins or what is in a drawer: for supervisors alone. */
const WITH_FIGURES: ReadonlySet<AlertFact['kind']> = new Set([
  'wallet-below',
  'wallet-days',
  'drawer-difference',
  'day-summary',
])

/**
 * The alert in words, for a letter or a message on a screen. Times are those of the shop's clocks. On the screen of a till a cashier may be
 * standing before it, so there `hidesFigures` leaves out what no cashier is told.
 */
export function wordAlert(
  alert: Alert,
  language: Language,
  timeZone: string,
  { hidesFigures = false } = {},
): AlertWording {
  const words = MESSAGE_WORDS[language].alert
  const times = (at: number) => formatterFor(timeZone).format(at)
  const lines = alert.facts.slice(0, MAX_LINES).map((fact) => lineOf(fact, words, times))
  const more = alert.facts.length - lines.length
  const bodyOf = () => {
    if (alert.isTest) return words.testBody
    if (hidesFigures && alert.kind && WITH_FIGURES.has(alert.kind)) return words.signIn
    return [...lines, ...(more > 0 ? [words.more(more)] : [])].join('\n')
  }
  const title = [
    alert.isTest ? words.test : undefined,
    alert.isPractice ? words.practice : undefined,
    alert.shopName,
    alert.kind ? words.titles[alert.kind] : words.wayWorks,
  ]
  return {
    title: title.filter((part) => part !== undefined && part !== '').join(words.between),
    body: bodyOf(),
  }
}

function lineOf(fact: AlertFact, words: AlertWords, time: (at: number) => string): string {
  switch (fact.kind) {
    case 'wallet-below':
      return words.walletBelow(amountOf(fact.balance), amountOf(fact.line))
    case 'wallet-days':
      return words.walletDays(fact.days.toFixed(1), fact.daysLine)
    case 'sale-unknown':
      return words.saleUnknown(fact.number, isolate(fact.product), amountOf(fact.pays), time(fact.confirmedAt))
    case 'selling-stopped':
      return words.stopped(words.reasons[fact.reason], time(fact.since))
    case 'service-away':
      return words.away(time(fact.since))
    case 'backup-old':
      return words.backupOld(fact.hours)
    case 'alerts-changed':
      return words.changed(isolate(fact.by || words.administrator), time(fact.at))
    case 'drawer-difference': {
      const difference = `${words.directions[fact.direction]} ${amountOf(fact.difference)}`
      return words.drawer(isolate(fact.terminal), fact.zNumber, difference, time(fact.closedAt))
    }
    case 'day-summary': {
      const sums = (amounts: readonly SignedMoney[]) => amounts.map(amountOf).join(', ') || '0'
      const { day, drawers } = fact
      const ofDay = words.summary(day, fact, sums)
      return drawers ? `${ofDay}\n${words.drawers(drawers.closed, sums(drawers.over), sums(drawers.short))}` : ofDay
    }
  }
}

/** In its own direction, whatever text is around it. */
const isolate = (text: string) => `\u2068${text}\u2069`
const amountOf = ({ amount, currency, isLoss }: SignedMoney) => isolate(`${currency} ${isLoss ? '-' : ''}${amount}`)

const FORMATTERS = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  FORMATTERS.set(timeZone, made)
  return made
}
