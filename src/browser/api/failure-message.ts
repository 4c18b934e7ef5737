import type { FailureCode } from '#contract/proxy/failure.ts'
import type { MessageId } from '../i18n/locale.ts'
import { ProxyFailure } from './request.ts'

/** One text for each code, held to be complete by its type. */
const MESSAGES: { [C in FailureCode]: `failure.${C}` & MessageId } = {
  unreadable: 'failure.unreadable',
  'signed-out': 'failure.signed-out',
  'wrong-pin': 'failure.wrong-pin',
  'not-enrolled': 'failure.not-enrolled',
  'wrong-code': 'failure.wrong-code',
  'not-allowed': 'failure.not-allowed',
  origin: 'failure.origin',
  unknown: 'failure.unknown',
  'other-content': 'failure.other-content',
  'stale-version': 'failure.stale-version',
  'quote-expired': 'failure.quote-expired',
  'not-now': 'failure.not-now',
  'too-soon': 'failure.too-soon',
  'number-refused': 'failure.number-refused',
  'amount-refused': 'failure.amount-refused',
  'service-unknown': 'failure.service-unknown',
  'service-inactive': 'failure.service-inactive',
  'not-direct': 'failure.not-direct',
  'service-away': 'failure.service-away',
  'not-ready': 'failure.not-ready',
  failed: 'failure.failed',
}

/** What to say about an error of a request: by the proxy's code, or that it did not answer. */
export function failureMessage(error: unknown): MessageId {
  if (!(error instanceof ProxyFailure)) return 'failure.no-answer'
  // A proxy newer than this page may know more codes.
  return (MESSAGES as Record<string, MessageId>)[error.failure.code] ?? 'failure.failed'
}
