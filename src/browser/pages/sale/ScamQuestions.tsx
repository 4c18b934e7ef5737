import { Hand, ShieldQuestion } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { useHotkeys, KEYS } from '../../hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ReviewedQuantity } from './content.ts'
import { ARM_LATE_MS, ARM_MS, InstructionBar, SalePageLayout } from './SaleParts.tsx'
import { ReviewSummary } from './SaleSummary.tsx'
import { useNewSale } from './use-sale-options.ts'

type ScamQuestionsProps = { sale: Sale; quantity: ReviewedQuantity | undefined; onAsked: () => void }

const QUESTIONS = ['sale.scam.called', 'sale.scam.codes', 'sale.scam.known'] as const

/**
 * Three questions before a large sale of gift cards, which scammers have their victims buy. They decide nothing: a person does. No button has the focus,
 * so that Enter, pressed as always, asks nobody.
 */
export function ScamQuestions({ sale, quantity, onAsked }: ScamQuestionsProps) {
  const t = useText()
  const newSale = useNewSale()
  const abandon = useAbandonSale(sale.id)
  const stop = () => {
    // Nobody waits for it: left alone, the check runs out by itself.
    if (quantity) quantity.onLeave()
    else abandon.mutate()
    newSale()
  }
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: stop }])
  return (
    <SalePageLayout
      panel={<ReviewSummary sale={sale} count={quantity?.count} onCancel={stop} />}
      remark={t('sale.scam.noted')}
      foot={
        <>
          <Button size="xl" variant="primary" icon={Hand} armDelayMs={ARM_MS} onClick={stop}>
            {t('sale.scam.stop')}
          </Button>
          <Button size="lg" armDelayMs={ARM_LATE_MS} onClick={onAsked}>
            {t('sale.scam.goOn')}
          </Button>
        </>
      }
    >
      <Banner tone="wait" icon={ShieldQuestion} heading={t('sale.scam.heading')}>
        <p>{t('sale.scam.why')}</p>
      </Banner>
      <section
        className="paper flex flex-1 flex-col justify-evenly gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 md:p-6"
        aria-label={t('sale.scam.ask')}
      >
        <h2 className="text-3 text-paper-ink">{t('sale.scam.ask')}</h2>
        <ol className="flex flex-1 flex-col justify-evenly gap-4">
          {QUESTIONS.map((question, index) => (
            <li key={question} className="flex items-baseline gap-4 text-4 font-medium text-balance sm:text-5">
              <bdi className="text-paper-ink">{index + 1}</bdi> {t(question)}
            </li>
          ))}
        </ol>
      </section>
      <InstructionBar tone="wait" icon={Hand} heading={t('sale.scam.when')}>
        {t('sale.scam.whenHint')}
      </InstructionBar>
    </SalePageLayout>
  )
}
