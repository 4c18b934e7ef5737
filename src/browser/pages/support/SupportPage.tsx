import { useQuery } from '@tanstack/react-query'
import { Braces, Check, Copy, Headset, ListX, Store } from 'lucide-react'
import { useState } from 'react'

import { BUILD_HEADER } from '#api/headers.ts'
import type { Status } from '#api/status.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { addressOf, pageBuild } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery, useServerNow } from '../../api/status.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { firstName } from '../../lib/current-user.ts'
import { useLocale, useText, type Text } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { copyText, mailToLink } from '../../printing/share.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'

const CARD = 'flex min-w-0 flex-col items-start gap-3 rounded-3 border-1 border-line bg-surface p-5 wrap-anywhere'
const HEADING = 'flex items-center gap-2 text-3'

export default function SupportPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: email } = useQuery({ ...catalogQuery, select: ({ point }) => point.supportEmail })
  const supervisors = session?.staff.filter(({ role }) => role === 'supervisor') ?? []
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(
    supervisors.map(({ name }) => firstName(name)),
  )
  return (
    <PageLayout
      title={t('support.title')}
      note={t('support.lead')}
      actions={
        session?.person?.role === 'supervisor' && (
          <>
            <ButtonLink icon={ListX} to={paths.catalogProblems()}>
              {t('catalogProblems.title')}
            </ButtonLink>
            <ButtonAnchor icon={Braces} href={addressOf('GET /api/openapi.json')} download="toptill-openapi.json">
              {t('support.api')}
            </ButtonAnchor>
          </>
        )
      }
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <section className={CARD}>
            <h2 className={HEADING}>
              <Store size={20} aria-hidden /> {t('support.inShop')}
            </h2>
            <p>{supervisors.length > 0 ? t('support.inShopNames', { names }) : t('support.inShopNobody')}</p>
          </section>
          <section className={CARD}>
            <h2 className={HEADING}>
              <Headset size={20} aria-hidden /> {t('support.service')}
            </h2>
            <p>{t('support.serviceNext')}</p>
            {email ? (
              <a className="inline-flex min-h-hit items-center text-3 font-semibold underline" href={mailToLink(email)}>
                <bdi>{email}</bdi>
              </a>
            ) : (
              email !== undefined && <p className="text-ink-2">{t('support.noEmail')}</p>
            )}
            <p className="text-ink-2">{t('support.aSale')}</p>
            <ButtonLink to={paths.sales()}>{t('salesList.title')}</ButtonLink>
          </section>
        </div>
        <Facts />
      </div>
    </PageLayout>
  )
}

function Facts() {
  const t = useText()
  const facts = useFacts()
  const [notice, setNotice] = useState<'support.copied' | 'support.notCopied'>()
  useAnnouncement(notice && t(notice))
  const copy = async () => {
    const text = facts.map(({ label, value }) => `${t(label)}: ${value}`).join('\n')
    setNotice((await copyText(text)) ? 'support.copied' : 'support.notCopied')
  }
  return (
    <section className={CARD} aria-label={t('support.facts')}>
      <h2 className={HEADING}>{t('support.facts')}</h2>
      <dl className="w-full">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 border-t border-line py-2">
            <dt className="text-ink-2">{t(label)}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Button icon={notice === 'support.copied' ? Check : Copy} onClick={() => void copy()}>
        {t(notice ?? 'support.copy')}
      </Button>
    </section>
  )
}

const SERVICE = { ok: 'support.connected', unreachable: 'shell.serviceUnreachable', stopped: 'shell.stopped' } as const

/** Shop, build and connection: what support asks first. None of it is secret. */
function useFacts(): { label: MessageId; value: string }[] {
  const t = useText()
  const now = useServerNow()
  const { data: session } = useQuery(sessionQuery)
  const { data: catalog } = useQuery(catalogQuery)
  const { data: status, isError } = useQuery(statusQuery)
  const notKnown = t('support.notKnown')
  return [
    { label: 'support.shop', value: (session?.shop?.name ?? catalog?.point.agentName) || notKnown },
    { label: 'support.till', value: catalog?.point.posId || notKnown },
    {
      label: 'support.frontview',
      value: catalog ? (catalog.point.frontviewId ?? t('support.noFrontview')) : notKnown,
    },
    { label: 'support.terminal', value: session?.terminal?.name ?? notKnown },
    { label: 'support.state', value: t(isError ? 'shell.offline' : SERVICE[status?.service ?? 'ok']) },
    // An old cached catalog may lack `asOf`.
    { label: 'support.productsAt', value: catalog?.asOf ? formatStamp(catalog.asOf) : notKnown },
    { label: 'support.page', value: versionOf(status, t) ?? notKnown },
    { label: 'support.now', value: formatStamp(now) },
  ]
}

/** Points out a page older than the server, which is often the problem. */
function versionOf(status: Status | undefined, t: Text): string | undefined {
  if (status === undefined) return undefined
  const { version, build } = status
  const { [BUILD_HEADER]: page = build } = pageBuild()
  return page === build ? t('support.build', { version, build }) : t('support.renewed', { page, till: build })
}
