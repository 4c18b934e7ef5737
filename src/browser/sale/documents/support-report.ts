import type { SaleEvent } from '#domain/sale/event.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { clockAt } from '#domain/shop-calendar.ts'
import { encodeText } from '#domain/web-address.ts'
import { headLines, accountLabel, centered, paperOf, type PrintContext } from './print-context.ts'
import { documentText, type PrintDocument, type PrintLine } from '../../printing/print-document.ts'
import { eventWords, findVariant, isVisibleEvent, type VisibleEventKind } from '../SaleTimeline.tsx'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { formatClock } from '../../i18n/format-time.ts'
import { mailToLink } from '../../printing/share.ts'
import { amountLabel, formatSaleAccount } from '../sale-naming.ts'
import { appearanceOf } from '../SaleRowParts.tsx'

export type SupportReport = { subject: string; paper: PrintDocument; text: string }

/** Limits the report, because a mail link holds little text. */
const MOST_LINES = 40

/** Has only named fields and no free text by the wholesaler or a person, which may contain a code. `timeZone` is the shop's. */
export function supportReport(sale: Sale, words: PrintContext, timeZone: string): SupportReport {
  const { t, money, point } = words
  const number = formatSaleNumber(sale)
  const at = (moment: number) => `${clockAt(moment, timeZone).day} ${formatClock(moment)}`
  const pair = (label: string, value: string | undefined): PrintLine[] =>
    value === undefined || value === '' ? [] : [{ kind: 'pair', label, value }]
  const time = (label: string, moment: number | undefined) => pair(label, moment === undefined ? undefined : at(moment))
  const { words: state } = appearanceOf(sale)
  const subject = t('supportReport.title', { number })
  const paper = paperOf(
    'report',
    [
      centered(subject, 'title'),
      ...headLines(words),
      ...(sale.isTest ? [centered(t('sale.receipt.test'), 'strong')] : []),
      ...pair(t('supportReport.till'), point?.posId),
      ...pair(t('sale.serviceNumber'), sale.transactionId),
      ...pair(t('salesList.ourNumber'), number),
      ...pair(t('salesList.ourId'), sale.id),
      ...pair(t('delivery.reference'), sale.reference),
      { kind: 'rule' },
      ...pair(t('salesList.product'), sale.serviceName),
      ...pair(t('supportReport.productId'), sale.serviceId),
      ...offerLines(sale, words),
      ...(sale.account === undefined ? [] : pair(t(accountLabel(sale)), formatSaleAccount(sale))),
      ...pair(t(sale.international ? amountLabel(sale.kind) : 'sale.amount'), money(sale.amount)),
      ...pair(t('money.customerPays'), money(sale.pays)),
      ...(sale.batch ? pair(t('salesList.quantity'), t('sale.lineOf', sale.batch)) : []),
      ...pair(t('supportReport.state'), `${t(`state.${state}.heading`, { brand: sale.brand })} (${sale.state})`),
      ...pair(t('supportReport.problem'), sale.problem?.code),
      ...(sale.resolution ? pair(t(`sale.resolved.${sale.resolution.outcome}`), sale.resolution.by) : []),
      { kind: 'rule' },
      { kind: 'text', text: t('supportReport.times', { zone: timeZone }), align: 'start' },
      ...time(t('supportReport.opened'), sale.openedAt),
      ...time(t('supportReport.confirmed'), sale.confirmedAt),
      ...time(t('supportReport.final'), sale.finalAt),
      ...pair(t('supportReport.serviceTime'), sale.serviceTime),
      ...pair(t('salesList.cashier'), sale.cashier.name),
      ...pair(t('salesList.terminal'), sale.terminal.name),
      ...historyLines(sale.events ?? [], at, words),
    ],
    words,
  )
  return { subject, paper, text: documentText(paper) }
}

export function supportMailLink(address: string, { subject, text }: Pick<SupportReport, 'subject' | 'text'>): string {
  const body = text.replaceAll('\n', '\r\n')
  return `${mailToLink(address)}?subject=${encodeText(subject)}&body=${encodeText(body)}`
}

/** Names and the wholesaler's ids of an international top-up, and what the check detected instead. */
function offerLines({ international, mismatch }: Sale, { t }: PrintContext): PrintLine[] {
  if (!international) return []
  const pair = (label: string, value: string): PrintLine => ({ kind: 'pair', label, value })
  const { country, provider, denomination } = international
  const { name, id } = mismatch?.detected ?? {}
  const detected = [name, id].filter((part) => part !== undefined).join(t('shell.comma'))
  return [
    pair(t('sale.international.country'), [country.name, country.id].join(t('shell.comma'))),
    pair(t('sale.international.operator'), [provider.name, provider.id].join(t('shell.comma'))),
    ...(detected === '' ? [] : [pair(t('sale.international.detected'), detected)]),
    pair(t('supportReport.amountId'), denomination.id),
  ]
}

type TimelineLine = { first: number; last: number; times: number; text: string }

function historyLines(events: readonly SaleEvent[], at: (moment: number) => string, { t }: PrintContext): PrintLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isVisibleEvent)) {
    const text = wordsOf(event, t)
    const before = lines.at(-1)
    if (before?.text === text) Object.assign(before, { last: event.at, times: before.times + 1 })
    else lines.push({ first: event.at, last: event.at, times: 1, text })
  }
  if (lines.length === 0) return []
  const left = lines.length - MOST_LINES
  const start = (text: string): PrintLine => ({ kind: 'text', text, align: 'start' })
  return [
    { kind: 'rule' },
    { kind: 'text', text: t('supportReport.history'), align: 'start', look: 'strong' },
    ...(left > 0 ? [start(t('supportReport.older', { count: left }))] : []),
    ...lines
      .slice(-MOST_LINES)
      .map(({ first, last, times, text }) =>
        times === 1
          ? start(`${at(first)} ${text}`)
          : start(`${at(first)} – ${formatClock(last)} ${t('sale.times', { text, count: times })}`),
      ),
  ]
}

function wordsOf(event: SaleEvent & { kind: VisibleEventKind }, t: PrintContext['t']): string {
  const { kind, by, code, state } = event
  const more = [
    ...(code === undefined ? [] : [t('supportReport.code', { code })]),
    ...(state === undefined ? [] : [t('supportReport.serviceState', { state })]),
  ]
  return `${eventWords({ kind, by, variant: findVariant(event) }, t)}${more.length > 0 ? ` (${more.join(t('shell.comma'))})` : ''}`
}
