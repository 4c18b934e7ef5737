import { useText } from '../i18n/use-text.ts'
import { QrCode } from '../ui/QrCode.tsx'

/** For the customer's phone: the page with which they follow the sale. Nothing where the shop has none. */
export function StatusLinkCard({ link }: { link: string | undefined }) {
  const t = useText()
  if (link === undefined) return null
  return (
    <section className="flex shrink-0 flex-wrap items-center gap-4 rounded-3 border-1 border-line bg-surface p-4 md:gap-5 md:px-5">
      <QrCode text={link} name={t('sale.follow.qr')} />
      <div className="min-w-[12rem] flex-1">
        <h2 className="text-4">{t('sale.follow')}</h2>
        <p className="text-ink-2">{t('sale.follow.hint')}</p>
      </div>
    </section>
  )
}
