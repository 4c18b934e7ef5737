import { i18n } from '@lingui/core'

import { PERMISSIONS } from '#domain/person.ts'
import { LIMIT_KINDS } from '#domain/limit-ref.ts'
import { ALERT_WAYS, ALERT_KINDS } from '#domain/alerts.ts'
import { MOVEMENT_KINDS } from '#domain/wallet/wallet.ts'
import type { AuditLine } from '#api/audit.ts'
import type { AuditKind } from '#domain/audit.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'

export type AuditText = { sentence: string; details: { name: string; value: string }[] }

/** Details whose values are our own words, which are translated. Typed names and reasons are not. */
const OURS = new Set([
  'role',
  'permissions',
  'before',
  'limits',
  'limitsBefore',
  'limit',
  'as',
  'outcome',
  'kiosk',
  'selfOrder',
  'for',
  'difference',
  'channel',
  'direction',
  'missing',
  'cause',
  'isOn',
  'kind',
  'onPaper',
  'with',
])
/** Why a session ended automatically. */
const REASONS = ['idle', 'max-age', 'ended-remotely'] as const

const WORDS: ReadonlyMap<string, MessageId> = new Map<string, MessageId>([
  ...LIMIT_KINDS.map((kind) => [kind, `limits.kind.${kind}`] as const),
  ...MOVEMENT_KINDS.map((kind) => [kind, `wallet.kind.${kind}`] as const),
  ...PERMISSIONS.map((permission) => [permission, `staff.may.${permission}`] as const),
  ...(['cashier', 'supervisor'] as const).map((role) => [role, `shell.role.${role}`] as const),
  ...(
    [
      'sold',
      'not-sold',
      'receipt',
      'person',
      'shop',
      'none',
      'true',
      'false',
      'sign-in',
      'step-up',
      'override',
      'leave-kiosk',
      'exact',
      'over',
      'short',
      ...ALERT_KINDS,
      ...ALERT_WAYS,
      'practice',
      'owner',
      'sales',
      'backup',
      'all',
      'changed',
      'in',
      'out',
      'command',
      'server',
      'keys',
      'unreadable',
      'badge',
      'badge-alone',
      'times',
    ] as const
  ).map((word) => [word, `auditLog.value.${word}`] as const),
  ['sales of shops', 'auditLog.value.sales-of-shops'],
])

/** Kinds whose one-word details are always ours. */
const WHOLE_VALUES: ReadonlySet<AuditKind> = new Set(['exported', 'settings-changed', 'alerts-changed'])

const ABOUT_SALE: ReadonlySet<AuditKind> = new Set([
  'above-limit',
  'batch-stopped',
  'code-revealed',
  'limit-overridden',
  'looked-up',
  'print-answered',
  'refunded',
  'reprinted',
  'sale-resolved',
  'taken-over',
])

export function useAuditText(): (line: AuditLine) => AuditText {
  const t = useText()
  return (line) => {
    const { kind, by, about, detail = {} } = line
    const sentence = t(known(sentenceOf(line)), {
      by: by?.name ?? t(kind === 'denied' ? 'auditLog.somebody' : 'auditLog.administrator'),
      about: about ? nameOf(kind, about.name) : t('auditLog.somebody'),
    })
    const facts = Object.entries(detail).filter(([key]) => !(key === 'as' && isReceiptAlone(line)))
    const details = facts.map(([key, value]) => {
      const name = findName(kind, key)
      return { name: name ? t(name) : key, value: wordsOf(kind, key, String(value)) }
    })
    return { sentence, details }
  }

  function wordsOf(kind: AuditLine['kind'], key: string, value: string): string {
    const reason = kind === 'session-ended' && key === 'reason' ? REASONS.find((each) => each === value) : undefined
    if (reason) return t(`auditLog.reason.${reason}`)
    const stop = `alerts.stopped.${value}` as MessageId
    if (kind === 'selling-retried' && key === 'reason' && stop in i18n.messages) return t(stop)
    const whole = WHOLE_VALUES.has(kind) && WORDS.get(value)
    if (whole) return t(whole)
    if (!OURS.has(key)) return value
    return value.replace(/[a-z][\w-]*/gi, (word) => {
      const id = WORDS.get(word)
      return id ? t(id) : word
    })
  }
}

function sentenceOf(line: AuditLine): MessageId {
  if (line.kind === 'session-ended' && line.about) return 'auditLog.say.session-ended.other'
  if (line.kind === 'deposit-matched' && !line.by) return 'auditLog.say.deposit-matched.automatic'
  if (line.kind === 'wrong-badge' && line.about) return 'auditLog.say.wrong-badge.known'
  return isReceiptAlone(line) ? 'auditLog.say.receipt-revealed' : `auditLog.say.${line.kind}`
}

/** The wholesaler's text, which may contain a code, was shown, but the code itself was not. */
const isReceiptAlone = ({ kind, detail }: AuditLine) => kind === 'code-revealed' && detail?.['as'] === 'receipt'

const nameOf = (kind: AuditLine['kind'], name: string): string =>
  ABOUT_SALE.has(kind) && /^\d+$/.test(name) ? formatSaleNumber({ number: Number(name) }) : name

/** Some details have a different name in one kind of entry. */
const findName = (kind: AuditLine['kind'], key: string): MessageId | undefined =>
  ([`auditLog.detail.${kind}.${key}`, `auditLog.detail.${key}`] as MessageId[]).find((id) => id in i18n.messages)

/** A newer server may know more kinds. */
const known = (id: MessageId): MessageId => (id in i18n.messages ? id : 'auditLog.say.other')
