import { i18n } from '@lingui/core'

import type { MessageId } from '../i18n/locale.ts'
import { ProxyFailure } from './request.ts'

/** What to say about an error of a request: by the proxy's code, or that it did not answer. */
export function failureMessage(error: unknown): MessageId {
  if (!(error instanceof ProxyFailure)) return 'failure.no-answer'
  // Its type holds that there is one text for each code.
  const id: MessageId = `failure.${error.failure.code}`
  // A proxy newer than this page may know more codes, and most texts come with the later screens.
  return id in i18n.messages ? id : 'failure.internal-error'
}
