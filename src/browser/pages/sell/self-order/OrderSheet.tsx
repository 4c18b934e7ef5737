import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Money } from '#domain/money/money.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'

type OrderSheetProps = {
  children: ReactNode
  keys: ReactNode
  pays?: Money | undefined
  blocked?: string | undefined
  onNext: () => void
}

/** On a wide screen the keypad is beside the form, so it covers nothing. */
export function OrderSheet({ children, keys, pays, blocked, onNext }: OrderSheetProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <main className="grid min-h-0 flex-1 grid-rows-[1fr_auto] bg-tray md:grid-cols-[minmax(0,1fr)_27.5rem] md:grid-rows-1 lg:grid-cols-[minmax(0,1fr)_30rem]">
      <h1 className="sr-only">{t('selfOrder.order')}</h1>
      <div className="min-h-0 overflow-y-auto px-4 pt-3 max-sm:px-2">{children}</div>
      <div className="flex flex-col gap-2 px-4 pt-2 pb-4 md:justify-center">
        {keys}
        <Button
          variant="primary"
          size="xl"
          amount={
            <span className="inline-flex items-center gap-2">
              {pays && formats.money(pays)} <ArrowRight className="rtl:-scale-x-100" size={24} aria-hidden />
            </span>
          }
          blocked={blocked}
          onClick={onNext}
          onBlocked={onNext}
        >
          {t('selfOrder.goOn')}
        </Button>
      </div>
    </main>
  )
}
