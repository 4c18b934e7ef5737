import { useEffect, type ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'

type SaleLayoutProps = { stage: ReactNode; tray: ReactNode }

/** Stage and tray of one sale, as one region of the main part: neither is beside the point. */
export function SaleLayout({ stage, tray }: SaleLayoutProps) {
  const t = useText()
  // A new step of the sale is told from its top; only narrow screens scroll at all.
  useEffect(() => {
    document.documentElement.scrollTop = 0
  }, [])
  return (
    <main className="contents">
      <section className="contents" aria-label={t('ticket.region')}>
        <div className="stage stage--sale">{stage}</div>
        <div className="tray">{tray}</div>
      </section>
    </main>
  )
}
