import { ArrowLeft, CopyCheck, Hand } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { useSellingStop } from '../../api/status.ts'
import { formatAge } from '../../i18n/format-time.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { useIsVisibleHere } from '../../use-is-visible-here.ts'
import { useProxyNow } from '../../use-proxy-now.ts'
import { ContentSummary } from './ContentSummary.tsx'
import { OtherSale } from './OtherSale.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import type { Content } from './content.ts'

type DuplicateSaleProps = {
  content: Content
  /** The sale that is in the way. */
  other: Sale | SaleSummary
  /** Forbidden while the other one is open; otherwise a person decides (DESIGN rule 11). */
  kind: 'duplicate-blocked' | 'confirm-duplicate'
  onSellAgain: () => void
  onCancel: () => void
}

/** The same was asked for before: which sale it is, and what can be done. */
export function DuplicateSale({ content, other, kind, onSellAgain, onCancel }: DuplicateSaleProps) {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const navigate = useNavigate()
  const now = useProxyNow()
  const stop = useSellingStop()
  const isOpen = kind === 'duplicate-blocked'
  const isVoucher = content.kind === 'voucher'
  const isSold = other.state === 'succeeded'
  const agoOf = (at: number) => formatAge(at, now, locale)
  const tell = () => {
    const name = shortName(other.cashier.name)
    if (isSummary(other)) {
      return isSold
        ? t('sale.duplicate.soldBy', { name, age: agoOf(other.openedAt) })
        : t('sale.duplicate.waitingBy', { name })
    }
    const amount = formats.money(other.pays)
    return isSold
      ? t(isVoucher ? 'sale.duplicate.soldToAccount' : 'sale.duplicate.sold', {
          age: agoOf(other.finalAt ?? other.openedAt),
          amount,
        })
      : t(isVoucher ? 'sale.duplicate.waitingForAccount' : 'sale.duplicate.waiting', { amount, name })
  }
  const isOpenHere = useIsVisibleHere(other)
  const openOther = () => void navigate(paths.sale(other.id))

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="wait"
            icon={<CopyCheck className="ic" size={32} />}
            heading={t(isOpen ? 'sale.duplicate.open' : 'sale.duplicate.ask')}
          >
            <p>{tell()}</p>
          </StateBanner>
          <InstructionBar
            tone="wait"
            icon={<Hand className="ic" size={56} aria-hidden="true" />}
            heading={t(isOpen ? 'sale.stop' : 'sale.duplicate.askCustomer')}
          >
            {t(isOpen ? 'sale.duplicate.openHint' : 'sale.duplicate.askHint')}
          </InstructionBar>
          <OtherSale sale={other} onOpen={isOpen || !isOpenHere ? undefined : openOther} />
        </>
      }
      tray={
        <>
          <ContentSummary content={content} totalLabel={t('money.customerPays')} />
          <TrayFoot remark={t(isOpen && !isOpenHere ? 'kiosk.elsewhere' : 'sale.duplicate.nothing')}>
            {isOpen && !isOpenHere ? null : isOpen ? (
              <FocusedAction onPress={openOther}>{t('sale.duplicate.openThat')}</FocusedAction>
            ) : (
              <FocusedAction isShy notReady={stop && t(stop)} onPress={onSellAgain}>
                {t('sale.duplicate.again')}
              </FocusedAction>
            )}
            <CancelButton takesFocus={!isOpen || !isOpenHere} onPress={onCancel} />
          </TrayFoot>
        </>
      }
    />
  )
}

/** Enter, pressed as always, does not sell a second time: the way back has the focus. */
function CancelButton({ takesFocus, onPress }: { takesFocus: boolean; onPress: () => void }) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <button ref={button} type="button" className="btn btn--lg btn--block" onClick={onPress}>
      <ArrowLeft className="ic flip" size={20} aria-hidden="true" /> {t('ticket.cancel')}
    </button>
  )
}
