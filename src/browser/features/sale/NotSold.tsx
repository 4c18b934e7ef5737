import { PencilLine, RotateCcw, ShieldCheck, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'

import { decimal } from '#domain/money.ts'
import type { Sale } from '#domain/sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { AskHelp } from './AskHelp.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { GiveBackBar, GivenBackButton, totalLabelOf } from './GiveBack.tsx'
import { Reason } from './Reason.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { Timeline } from './Timeline.tsx'
import { useWaysOn } from './use-ways-on.ts'

/** Failed, refused or given up: why, what that means for the money, and the ways on. */
export function NotSold({ sale, tileId }: { sale: Sale; tileId: string | undefined }) {
  const t = useText()
  const formats = useFormats()
  const ways = useWaysOn({ ...sale, amount: sale.amount.amount }, tileId)
  const { words, Icon } = lookOfSale(sale)
  const pays = formats.money(sale.pays)
  // Given up after a confirm that was proven not to have happened: it is still watched (DESIGN rule 5).
  const isWatched = sale.state === 'abandoned' && sale.confirmedAt !== undefined
  const sure = t(sale.state === 'failed' ? 'sale.finalWallet' : 'sale.watched')

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="bad"
            icon={<Icon className="ic" size={32} />}
            heading={t(`state.${words}.heading`)}
            end={<span className="num self-start text-ink">{formats.clock(sale.settledAt ?? sale.openedAt)}</span>}
          >
            <p>
              {sale.state === 'failed'
                ? t('sale.failedHint', { brand: sale.brand })
                : t(isWatched ? 'state.abandoned.nextAfterConfirm' : 'sale.nothingCharged')}
            </p>
          </StateBanner>
          {sale.problem && sale.problem.code !== 'given-up' && <Reason problem={sale.problem} />}
          {sale.closed && <ClosedCard closed={sale.closed} />}
          {sale.giveBack ? (
            <GiveBackBar sale={sale} lead={sure} />
          ) : (
            <StopBar
              tone="ok"
              icon={<ShieldCheck className="ic text-ok" size={56} aria-hidden="true" />}
              heading={t(sale.state === 'failed' ? 'sale.walletNotCharged' : 'sale.nothingCharged')}
            >
              {t(sale.state === 'failed' ? 'sale.finalGiveBack' : 'sale.notSentGiveBack', { amount: pays })}
            </StopBar>
          )}
          <section aria-label={t('sale.options')}>
            <div className="options">
              <Option
                icon={<PencilLine className="ic" size={24} />}
                onPick={() => ways.change()}
                heading={t('sale.changeNumber')}
              >
                {t('sale.amountStays', {
                  amount: formats.shortMoney(decimal(sale.amount.amount), sale.amount.currency),
                })}
              </Option>
              <Option
                icon={<Smartphone className="ic" size={24} />}
                onPick={ways.otherOperator}
                heading={t('sale.otherOperator')}
              >
                {t('sale.bothStay')}
              </Option>
              {!isWatched && (
                <Option
                  icon={<RotateCcw className="ic flip" size={24} />}
                  onPick={ways.sameAgain}
                  heading={t('sale.sameAgain')}
                >
                  {t('sale.safeAgain')}
                </Option>
              )}
            </div>
          </section>
          {sale.state === 'failed' && <SayCard>{t('sale.sayFailed')}</SayCard>}
          <AskHelp sale={sale} />
        </>
      }
      tray={
        <>
          <SaleSlip sale={sale} total={{ label: t(totalLabelOf(sale)), money: sale.pays }} />
          {sale.giveBack && <Timeline sale={sale} place="tray" />}
          <TrayFoot>
            <GivenBackButton sale={sale} />
            <FocusedAction onPress={ways.newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.newSale')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}

type OptionProps = { icon: ReactNode; heading: string; children: string; onPick: () => void }

function Option({ icon, heading, children, onPick }: OptionProps) {
  return (
    <button type="button" className="option" onClick={onPick}>
      {icon}
      <b>{heading}</b>
      <span className="small muted">{children}</span>
    </button>
  )
}
