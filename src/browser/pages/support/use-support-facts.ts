import { useQuery } from '@tanstack/react-query'

import { PAGE_VERSION_HEADER } from '#contract/proxy/paths.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { pageVersion } from '../../api/page-version.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

export type SupportFact = { label: MessageId; value: string }

/** Who we are, of which build, and how we stand with the service: what anybody on the telephone asks first. Nothing of it is a secret. */
export function useSupportFacts(): SupportFact[] {
  const t = useText()
  const now = useProxyNow()
  const { data: session } = useQuery(sessionQuery)
  const { data: catalogue } = useQuery(catalogueQuery)
  const { data: status, isError } = useQuery(statusQuery)
  const notKnown = t('support.notKnown')
  const service = status?.service ?? 'ok'

  return [
    { label: 'support.shop', value: session?.shop?.name ?? catalogue?.point.agentName ?? notKnown },
    { label: 'support.till', value: catalogue?.point.posId ?? notKnown },
    {
      label: 'support.frontview',
      value: catalogue ? (catalogue.point.frontviewId ?? t('support.noFrontview')) : notKnown,
    },
    { label: 'support.terminal', value: session?.terminal?.name ?? notKnown },
    { label: 'support.state', value: t(isError ? 'shell.offline' : SERVICE[service]) },
    // A page in an older till's storage may not say when.
    { label: 'support.productsAt', value: catalogue?.asOf ? formatStamp(catalogue.asOf) : notKnown },
    { label: 'support.page', value: versionOf(status?.version, t) ?? notKnown },
    { label: 'support.now', value: formatStamp(now) },
  ]
}

const SERVICE = { ok: 'support.connected', unreachable: 'shell.serviceUnreachable', stopped: 'shell.stopped' } as const

/** A page opened before the till was renewed says so: that is often the trouble. */
function versionOf(till: string | undefined, t: ReturnType<typeof useText>): string | undefined {
  const page = pageVersion()[PAGE_VERSION_HEADER] ?? till
  if (page === undefined || till === undefined || page === till) return page
  return t('support.renewed', { page, till })
}
