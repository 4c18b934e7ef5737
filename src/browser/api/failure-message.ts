import { i18n } from '@lingui/core'

import type { FailureCode } from '#api/failure.ts'
import type { MessageId } from '../i18n/locale.ts'
import { ProxyFailure } from './request.ts'

/** What a failure means in one place, where the usual words would not say it. */
export type FailureWords = Partial<Record<FailureCode, MessageId>>

/** What to say about an error of a request: by the proxy's code, or that it did not answer. */
export function failureMessage(error: unknown, words?: FailureWords): MessageId {
  if (!(error instanceof ProxyFailure)) return 'failure.no-answer'
  const own = words?.[error.failure.code]
  if (own) return own
  // Its type holds that there is one text for each code.
  const id: MessageId = `failure.${error.failure.code}`
  // A proxy newer than this page may know more codes, and most texts come with the later screens.
  return id in i18n.messages ? id : 'failure.internal-error'
}
