import type { Sale, SaleEvent } from '#domain/sale/sale.ts'
import { shopDayAt } from '#domain/shop-day.ts'
import type { Paper, PaperLine } from '../device/paper.ts'
import { eventWords, findVariant, isTold, type ToldKind } from '../event-words.ts'
import { formatSaleNumber } from '../i18n/format-sale-number.ts'
import { formatClock } from '../i18n/format-time.ts'
import { mailLink } from '../mail-link.ts'
import { formatSaleAccount } from '../sale-account.ts'
import { lookOfSale } from '../sale-look.ts'
import { amountLabel } from '../sale-naming.ts'
import { paperText } from './paper-text.ts'
import { accountLabel, centred, headLines, type PaperWords } from './paper-words.ts'

/** What support gets to look into a sale, to print or to mail. */
export type DisputePacket = { subject: string; paper: Paper; text: string }

/** Older ones say no more than these; a mail link holds only so much. */
const MOST_LINES = 40

/**
 * Ids, product, amount, times, people and what happened. Every line is named here, and none is free text of the wholesaler or of a person, who
 * may have written a code into it: so no PIN, serial, link or receipt text can be in it. `timeZone` is the shop's, in which the times are told.
 */
export function disputePacket(sale: Sale, words: PaperWords, timeZone: string): DisputePacket {
  const { t, money, point } = words
  const number = formatSaleNumber(sale.number)
  const at = (moment: number) => `${shopDayAt(moment, timeZone)} ${formatClock(moment)}`
  const pair = (label: string, value: string | undefined): PaperLine[] =>
    value === undefined || value === '' ? [] : [{ kind: 'pair', label, value }]
  const time = (label: string, moment: number | undefined) => pair(label, moment === undefined ? undefined : at(moment))
  const { words: state } = lookOfSale(sale)
  const subject = t('report.title', { number })
  const paper: Paper = {
    kind: 'report',
    lines: [
      centred(subject, 'title'),
      ...headLines(words),
      ...pair(t('report.till'), point?.posId),
      ...pair(t('sale.serviceNumber'), sale.transactionId),
      ...pair(t('history.ourNumber'), number),
      ...pair(t('history.ourId'), sale.id),
      ...pair(t('code.reference'), sale.reference),
      { kind: 'rule' },
      ...pair(t('history.product'), sale.serviceName),
      ...pair(t('report.productId'), sale.serviceId),
      ...offerLines(sale, words),
      ...(sale.account === undefined ? [] : pair(t(accountLabel(sale)), formatSaleAccount(sale))),
      ...pair(t(sale.international ? amountLabel(sale.kind) : 'sale.amount'), money(sale.amount)),
      ...pair(t('money.customerPays'), money(sale.pays)),
      ...(sale.batch ? pair(t('history.quantity'), t('history.line', sale.batch)) : []),
      ...pair(t('report.state'), `${t(`state.${state}.heading`, { brand: sale.brand })} (${sale.state})`),
      ...pair(t('report.problem'), sale.problem?.code),
      ...(sale.resolution ? pair(t(`sale.closed.${sale.resolution.outcome}`), sale.resolution.by) : []),
      { kind: 'rule' },
      { kind: 'text', text: t('report.times', { zone: timeZone }), align: 'start' },
      ...time(t('report.opened'), sale.openedAt),
      ...time(t('report.confirmed'), sale.confirmedAt),
      ...time(t('report.settled'), sale.finalAt),
      ...pair(t('report.serviceTime'), sale.serviceTime),
      ...pair(t('history.cashier'), sale.cashier.name),
      ...pair(t('history.terminal'), sale.terminal.name),
      ...historyLines(sale.events ?? [], at, words),
    ],
  }
  return { subject, paper, text: paperText(paper) }
}

/** Opens a mail to support. */
export function supportMailLink(address: string, { subject, text }: Pick<DisputePacket, 'subject' | 'text'>): string {
  const body = text.replaceAll('\n', '\r\n')
  return `${mailLink(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** What was chosen abroad, by name and by the wholesaler's ids, and what the check said instead. */
function offerLines({ international, mismatch }: Sale, { t }: PaperWords): PaperLine[] {
  if (!international) return []
  const pair = (label: string, value: string): PaperLine => ({ kind: 'pair', label, value })
  const { country, provider, denomination } = international
  const { name, id } = mismatch?.detected ?? {}
  const detected = [name, id].filter((part) => part !== undefined).join(', ')
  return [
    pair(t('sale.intl.country'), `${country.name}, ${country.id}`),
    pair(t('sale.intl.operator'), `${provider.name}, ${provider.id}`),
    ...(detected === '' ? [] : [pair(t('sale.intl.detected'), detected)]),
    pair(t('report.amountId'), denomination.id),
  ]
}

type Told = { first: number; last: number; times: number; text: string }

function historyLines(events: readonly SaleEvent[], at: (moment: number) => string, { t }: PaperWords): PaperLine[] {
  const told: Told[] = []
  for (const event of events.filter(isTold)) {
    const text = wordsOf(event, t)
    const before = told.at(-1)
    if (before?.text === text) Object.assign(before, { last: event.at, times: before.times + 1 })
    else told.push({ first: event.at, last: event.at, times: 1, text })
  }
  if (told.length === 0) return []
  const left = told.length - MOST_LINES
  const start = (text: string): PaperLine => ({ kind: 'text', text, align: 'start' })
  return [
    { kind: 'rule' },
    { kind: 'text', text: t('report.history'), align: 'start', look: 'strong' },
    ...(left > 0 ? [start(t('report.older', { count: left }))] : []),
    ...told
      .slice(-MOST_LINES)
      .map(({ first, last, times, text }) =>
        times === 1
          ? start(`${at(first)} ${text}`)
          : start(`${at(first)} – ${formatClock(last)} ${t('sale.times', { text, count: times })}`),
      ),
  ]
}

function wordsOf(event: SaleEvent & { kind: ToldKind }, t: PaperWords['t']): string {
  const { kind, by, code, state } = event
  const more = [
    ...(code === undefined ? [] : [t('report.code', { code })]),
    ...(state === undefined ? [] : [t('report.serviceState', { state })]),
  ]
  return `${eventWords({ kind, by, variant: findVariant(event) }, t)}${more.length > 0 ? ` (${more.join(', ')})` : ''}`
}
