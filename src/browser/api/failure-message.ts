import { i18n } from '@lingui/core'

import type { FailureCode } from '#api/failure.ts'
import type { MessageId } from '../i18n/locale.ts'
import { ServerFailure } from './request.ts'

export type FailureWords = Partial<Record<FailureCode, MessageId>>

export function failureMessage(error: unknown, words?: FailureWords): MessageId {
  if (!(error instanceof ServerFailure)) return 'failure.no-answer'
  const own = words?.[error.failure.code]
  if (own) return own
  // The type guarantees one message per code.
  const id: MessageId = `failure.${error.failure.code}`
  // A newer server may send unknown codes, and most messages load with later pages.
  return id in i18n.messages ? id : 'failure.internal-error'
}
