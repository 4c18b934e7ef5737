import { CircleHelp } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import type { SaleRequest } from '../../../sale/sale-request.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SummaryHead, TicketSummary } from '../../../ui/TicketSummary.tsx'
import { Checking, NoSale, OutdatedPage } from '../CheckingSale.tsx'
import { ARM_MS, EnterButton, SalePageLayout } from '../SaleParts.tsx'
import type { OpenedSale } from '../use-sale.ts'
import { useEditBasket } from './use-edit-basket.ts'

type UnopenedLinesProps = { opened: OpenedSale; request: SaleRequest }

export function UnopenedLines({ opened: { known, open, readAgain }, request }: UnopenedLinesProps) {
  const t = useText()
  const navigate = useNavigate()
  const panel = (
    <TicketSummary>
      <SummaryHead title={t('lines.count', { count: request.lines?.length ?? 0 })} />
    </TicketSummary>
  )
  const edit = useEditBasket(request)
  const leave = edit ?? (() => void navigate(paths.sell()))
  const leaveText = t(edit ? 'basket.edit' : 'sale.backToSelling')
  switch (known.kind) {
    case 'opening':
    case 'open-lost':
      return (
        <Checking
          panel={panel}
          onAskAgain={known.kind === 'open-lost' ? open : undefined}
          leaveText={leaveText}
          onLeave={leave}
        />
      )
    case 'rejected': {
      const { code, line } = known.failure
      if (code === 'page-outdated') return <OutdatedPage panel={panel} />
      return (
        <SalePageLayout panel={panel} foot={<EnterButton onClick={leave}>{leaveText}</EnterButton>}>
          <section className="rounded-3 border-1 border-line bg-surface p-4 md:p-5" role="alert">
            <h1 className="text-4">{line === undefined ? t(`failure.${code}`) : t('lines.rejected', { line })}</h1>
            {line !== undefined && <p className="mt-2">{t(`failure.${code}`)}</p>}
            <p className="mt-2 text-ink-2">{t('failure.money.no')}</p>
          </section>
        </SalePageLayout>
      )
    }
    case 'no-response':
      return (
        <SalePageLayout
          panel={panel}
          foot={
            <Button size="lg" armDelayMs={ARM_MS} onClick={readAgain}>
              {t('sale.tryConnection')}
            </Button>
          }
        >
          <Banner tone="unk" icon={CircleHelp} heading={t('state.unknown.heading')}>
            <p>{t('batch.reason.silent')}</p>
          </Banner>
        </SalePageLayout>
      )
    default:
      return <NoSale why={known.kind === 'sale' ? 'loading' : known.kind} onReadAgain={readAgain} />
  }
}
