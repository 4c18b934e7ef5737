import { useQuery } from '@tanstack/react-query'
import { BellRing, Check, Copy, EyeOff, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import type { Wallet } from '#contract/proxy/wallet.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { walletQuery } from '../../api/wallet.ts'
import { formatAge } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { TicketSummary } from '../../ui/TicketSummary.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useFormatDate } from '../../use-format-date.ts'

const AGE_STEP_MS = 10_000

/** The balance, and the code to pay in with. */
export default function WalletPage() {
  const t = useText()
  const { data: wallet, error, isFetching, refetch } = useQuery(walletQuery)
  const warning = error ? t(failureMessage(error)) : wallet?.problem && t(problemText(wallet.problem, wallet))
  return (
    <PageLayout
      title={t('wallet.title')}
      note={<Tag icon={EyeOff}>{t('wallet.supervisorView')}</Tag>}
      actions={
        <>
          <ButtonLink icon={BellRing} to={paths.alerts()}>
            {t('wallet.alerts')}
          </ButtonLink>
          <Button icon={RefreshCw} pending={isFetching} onClick={() => void refetch()}>
            {t(warning === undefined ? 'wallet.update' : 'storefront.tryAgain')}
          </Button>
        </>
      }
    >
      {warning !== undefined && (
        <Notice tone="info" role="alert" icon={<TriangleAlert size={24} aria-hidden />}>
          {warning} {error && wallet?.balance && t('wallet.lastRead')}
        </Notice>
      )}
      {(wallet || !error) && (
        <Async query={{ data: wallet, error: null }} loading="wallet.reading">
          {(wallet) => (
            <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_360px]">
              <Balance wallet={wallet} isStale={warning !== undefined} />
              <TopupCode code={wallet.topupCode} />
            </div>
          )}
        </Async>
      )}
    </PageLayout>
  )
}

function problemText(problem: NonNullable<Wallet['problem']>, { balance }: Wallet): MessageId {
  return balance ? `wallet.${problem}` : `wallet.${problem}None`
}

/** The balance with its age. A balance that could not be read is never zero, and one that may have changed is gray. */
function Balance({ wallet: { balance, readAt }, isStale }: { wallet: Wallet; isStale: boolean }) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(AGE_STEP_MS)
  const formatWhen = useFormatDate()
  const name = t(isStale ? 'wallet.lastBalance' : 'wallet.balance')
  return (
    <section className="rounded-3 border-1 border-line bg-surface p-5" aria-label={name}>
      <h2 className="text-1 font-medium text-ink-2">{name}</h2>
      {balance ? (
        <p className={isStale ? 'text-ink-3' : ''}>
          <Money money={balance} size="huge" />
        </p>
      ) : (
        <p className="text-5 font-semibold">{t('wallet.noBalance')}</p>
      )}
      {balance && readAt !== undefined && (
        <p className="text-ink-2">
          {isStale
            ? t('wallet.asOf', { time: formatWhen(readAt) })
            : t('wallet.readAt', { age: formatAge(readAt, now, locale) })}
        </p>
      )}
    </section>
  )
}

/** On paper, for the person who pays money in: the code is copied as the wholesaler wrote it. */
function TopupCode({ code }: { code: string | undefined }) {
  const t = useText()
  const [copied, setCopied] = useState<string>()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return (
    <TicketSummary label={t('wallet.addMoney')}>
      <div className="flex flex-col gap-3">
        <h2 className="text-3">{t('wallet.addMoney')}</h2>
        {code === undefined ? (
          <p className="text-paper-ink">{t('wallet.noTopupCode')}</p>
        ) : (
          <>
            <p className="text-paper-ink">{t('wallet.addMoneyLead')}</p>
            <p className="font-mono text-5 font-medium wrap-anywhere">
              <bdi dir="ltr">{groupByFour(code)}</bdi>
            </p>
            <QrCode text={code} name={t('wallet.qr')} minPx={144} />
            {/* Only a page over https or on this machine may write to the clipboard. */}
            {'clipboard' in navigator && (
              <Button icon={copied === code ? Check : Copy} onClick={() => void copy(code)}>
                <span role="status">{t(copied === code ? 'wallet.copied' : 'wallet.copy')}</span>
              </Button>
            )}
          </>
        )}
      </div>
    </TicketSummary>
  )
}

/** `4820 7715 03`, to be read aloud. A code with spaces or signs of its own stays as it is. */
export const groupByFour = (code: string): string =>
  /^[0-9A-Za-z]+$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
