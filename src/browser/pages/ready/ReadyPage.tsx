import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, RefreshCw, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { type ReadyState, worstOf } from '#domain/readiness.ts'
import { readyQuery, useMakeBackup } from '../../api/day.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { formatClock } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { useReadyParts, type ReadyLine } from './use-ready-parts.ts'

const LOOKS: Record<ReadyState, { tone: Tone; icon: LucideIcon }> = {
  good: { tone: 'ok', icon: Check },
  look: { tone: 'wait', icon: TriangleAlert },
  bad: { tone: 'bad', icon: X },
  unknown: { tone: 'unk', icon: CircleHelp },
}

/** Before a shift: whether the shop and this till can sell, and what to do if not. */
export default function ReadyPage() {
  const t = useText()
  const ready = useQuery(readyQuery)
  const [isByHand, setIsByHand] = useState(false)
  const lines = useReadyParts(ready.data)
  const checkAgain = async () => {
    setIsByHand(true)
    await ready.refetch()
    setIsByHand(false)
  }
  return (
    <PageLayout
      title={t('ready.title')}
      note={ready.data && t('ready.asOf', { time: formatClock(ready.data.board.serverTime) })}
      actions={
        <>
          <Button icon={RefreshCw} pending={isByHand} onClick={() => void checkAgain()}>
            {t('ready.checkAgain')}
          </Button>
          <ButtonLink variant="primary" to={paths.sell()}>
            {t('ready.sell')}
          </ButtonLink>
        </>
      }
    >
      <Async query={ready} loading="ready.checking">
        {() => <Verdict lines={lines} />}
      </Async>
      <ul
        aria-label={t('ready.title')}
        className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface"
      >
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </PageLayout>
  )
}

function Verdict({ lines }: { lines: readonly ReadyLine[] }) {
  const t = useText()
  const worst = worstOf(lines.map(({ state }) => state))
  const count = lines.filter(({ state }) => state === worst).length
  const { tone, icon: Icon } = LOOKS[worst]
  return (
    <Notice tone={tone === 'open' ? 'info' : tone} role="status" icon={<Icon size={24} aria-hidden />}>
      <b className="font-semibold">{t(`ready.all.${worst}`, { count })}</b>
    </Notice>
  )
}

function Line({ line: { title, state, text, figures, go, makesBackup } }: { line: ReadyLine }) {
  const t = useText()
  const { tone, icon } = LOOKS[state]
  return (
    <li className="grid min-h-[80px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto_10.5rem]">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-3 font-semibold">{t(title)}</h2>
        <p>{text}</p>
        {figures.map((figure) => (
          <Figure key={figure}>{figure}</Figure>
        ))}
      </div>
      <Badge tone={tone} icon={icon}>
        {t(`ready.state.${state}`)}
      </Badge>
      <div className="grid max-sm:col-span-2">
        {go && (
          <ButtonLink
            to={go.to}
            variant={state === 'good' ? 'secondary' : 'tint'}
            aria-label={`${t(go.text)}, ${t(title)}`}
          >
            {t(go.text)}
          </ButtonLink>
        )}
        {makesBackup && <BackUpNow />}
      </div>
    </li>
  )
}

function BackUpNow() {
  const t = useText()
  const { mutate, isPending, error } = useMakeBackup()
  return (
    <>
      <Button pending={isPending} onClick={() => mutate()}>
        {t('ready.backup.now')}
      </Button>
      {error && <Figure>{t(failureMessage(error))}</Figure>}
    </>
  )
}

const Figure = ({ children }: { children: ReactNode }) => <p className="text-1 text-ink-2">{children}</p>
