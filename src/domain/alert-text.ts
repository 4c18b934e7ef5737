import type { AlertFact, AlertKind, AlertLanguage, DaySummary, StoppedReason } from './alerts.ts'
import type { Money } from './money.ts'

/** One alert, as it is told to people: all that happened of one kind since the last one of it. */
export type Alert = {
  /** Absent in the test of a way. */
  kind?: AlertKind
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
const WITH_FIGURES: ReadonlySet<AlertKind> = new Set([
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
  language: AlertLanguage,
  timeZone: string,
  { hidesFigures = false } = {},
): AlertWording {
  const words = WORDS[language]
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

/** Amounts have no sign of their own. */
type SignedMoney = Money & { isLoss?: true }

type Words = {
  between: string
  test: string
  practice: string
  testBody: string
  signIn: string
  wayWorks: string
  titles: Record<AlertKind, string>
  reasons: Record<StoppedReason, string>
  more: (count: number) => string
  walletBelow: (balance: string, line: string) => string
  walletDays: (days: string, line: number) => string
  saleUnknown: (number: number, product: string, pays: string, time: string) => string
  stopped: (reason: string, time: string) => string
  away: (time: string) => string
  drawer: (terminal: string, zNumber: number, difference: string, time: string) => string
  directions: Record<'over' | 'short', string>
  drawers: (closed: number, over: string, short: string) => string
  summary: (day: string, summary: DaySummary, sums: (sums: readonly SignedMoney[]) => string) => string
}

const EN: Words = {
  between: ': ',
  test: 'Test',
  practice: 'Practice, no money moves',
  testBody: 'This is a test. Nothing has happened.',
  signIn: 'Sign in as a supervisor to see the figures.',
  wayWorks: 'Alerts arrive here',
  titles: {
    'wallet-below': 'The wallet is low',
    'wallet-days': 'The wallet will not last long',
    'sale-unknown': 'A sale is not known',
    'selling-stopped': 'Selling has stopped',
    'service-away': 'The service is away',
    'drawer-difference': 'A drawer has a difference',
    'day-summary': 'The day so far',
  },
  reasons: {
    signature: 'the service refuses our signature',
    inactive: 'the service says that this point of sale is not active',
    contradiction: 'the service contradicted itself about a sale',
    restored: 'the records were put back from a backup',
    'disk-full': 'the disk is nearly full',
  },
  more: (count) => `And ${count} more.`,
  walletBelow: (balance, line) => `The balance is ${balance}, below ${line}.`,
  walletDays: (days, line) => `The wallet lasts about ${days} days, less than ${line}.`,
  saleUnknown: (number, product, pays, time) =>
    `Sale ${number}, ${product}, ${pays}, sent at ${time}: nobody can say yet whether it went through. Do not sell it again.`,
  stopped: (reason, time) => `Since ${time}: ${reason}.`,
  away: (time) => `The service has not answered since ${time}.`,
  drawer: (terminal, zNumber, difference, time) => `${terminal}, Z ${zNumber}, closed at ${time}: ${difference}.`,
  directions: { over: 'over by', short: 'short by' },
  drawers: (closed, over, short) => `Drawers closed: ${closed}. Over: ${over}. Short: ${short}.`,
  summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
    [
      `Day: ${day}`,
      `Sold: ${sold}. Not sold: ${notSold}. Waiting: ${waiting}. Not known: ${unknown}.`,
      `Customers paid: ${sums(paid)}`,
      `Margin: ${sums(margin)}`,
      `Refunds due: ${sums(refundsDue)}`,
    ].join('\n'),
}

const AR: Words = {
  between: ': ',
  test: 'اختبار',
  practice: 'تدريب، لا تُخصم أموال',
  testBody: 'هذا اختبار. لم يحدث شيء.',
  signIn: 'سجّل الدخول كمشرف لعرض الأرقام.',
  wayWorks: 'تصل التنبيهات إلى هنا',
  titles: {
    'wallet-below': 'رصيد المحفظة منخفض',
    'wallet-days': 'لن تكفي المحفظة طويلًا',
    'sale-unknown': 'عملية بيع نتيجتها غير معروفة',
    'selling-stopped': 'توقف البيع',
    'service-away': 'المزوّد لا يستجيب',
    'drawer-difference': 'فرق في درج النقد',
    'day-summary': 'ملخص اليوم حتى الآن',
  },
  reasons: {
    signature: 'المزوّد يرفض توقيعنا',
    inactive: 'يقول المزوّد إن نقطة البيع هذه غير نشطة',
    contradiction: 'أعطى المزوّد إجابات متعارضة عن عملية بيع',
    restored: 'أُعيدت السجلات من نسخة احتياطية',
    'disk-full': 'القرص شبه ممتلئ',
  },
  more: (count) => `وغيرها: ${count}.`,
  walletBelow: (balance, line) => `الرصيد ${balance}، أقل من ${line}.`,
  walletDays: (days, line) => `تكفي المحفظة نحو ${days} يوم، أقل من ${line}.`,
  saleUnknown: (number, product, pays, time) =>
    `البيع ${number}، ${product}، ${pays}، أُرسل الساعة ${time}: لا يُعرف بعد هل تم. لا تُكرِّر هذا البيع.`,
  stopped: (reason, time) => `منذ ${time}: ${reason}.`,
  away: (time) => `لم يُجب المزوّد منذ ${time}.`,
  drawer: (terminal, zNumber, difference, time) =>
    `${terminal}، التقرير Z ${zNumber}، أُغلق الساعة ${time}: ${difference}.`,
  directions: { over: 'زيادة قدرها', short: 'نقص قدره' },
  drawers: (closed, over, short) => `الأدراج المغلقة: ${closed}. زيادة: ${over}. نقص: ${short}.`,
  summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
    [
      `اليوم: ${day}`,
      `تم البيع: ${sold}. لم يتم: ${notSold}. بالانتظار: ${waiting}. غير معروف: ${unknown}.`,
      `دفع العملاء: ${sums(paid)}`,
      `الهامش: ${sums(margin)}`,
      `مبالغ مستحقة الرد: ${sums(refundsDue)}`,
    ].join('\n'),
}

const WORDS: Record<AlertLanguage, Words> = { en: EN, ar: AR }

function lineOf(fact: AlertFact, words: Words, time: (at: number) => string): string {
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
