import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'

import type { SettingsAnswer } from '#api/settings.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { settingsQuery } from '../../api/settings.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { findSettings, type SettingsSection } from '../../settings/settings-index.ts'
import { Async } from '../../ui/Async.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { AccountSection } from './AccountSection.tsx'
import { PrintersSection } from './PrintersSection.tsx'
import { FavoritesSection } from './FavoritesSection.tsx'
import { QuickAmountsSection } from './QuickAmountsSection.tsx'
import { ReceiptSection } from './ReceiptSection.tsx'
import { PaymentsSection, ScamStopSection, SwitchSection } from './SellingSections.tsx'
import { PrivacySection } from './PrivacySection.tsx'
import { BrandSection, DaySection, DrawerSection, PicturesSection, WalletSection } from './ShopSections.tsx'
import { ChangeToast } from './ChangeToast.tsx'
import { SettingsIndex } from './SettingsIndex.tsx'

export default function SettingsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { section: asked } = useParams()
  const isOneColumn = useMedia(ONE_COLUMN)
  const settings = useQuery(settingsQuery)
  const catalog = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { data: session } = useQuery(sessionQuery)
  const all = settings.data && catalog.data ? { settings: settings.data, shop: catalog.data } : undefined
  const sections = findSettings(session !== undefined && isPracticing(session))
  const current = sections.find((id) => id === asked) ?? (isOneColumn ? undefined : sections[0])
  return (
    <PageLayout
      title={t('settings.title')}
      isStill
      start={
        isOneColumn &&
        current && (
          <IconButton icon={ArrowLeft} label={t('settings.all')} onClick={() => void navigate(paths.settings())} />
        )
      }
    >
      <div className="grid min-h-0 flex-1 gap-5 md:grid-cols-[14rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)]">
        {session && !(isOneColumn && current) && <SettingsIndex session={session} current={current} />}
        {current && (
          <div key={current} className="relative min-h-0 md:-me-5 md:overflow-y-auto md:pe-5 md:pb-4">
            <Async query={{ data: all, error: settings.error ?? (all ? null : catalog.error) }} loading="staff.reading">
              {({ settings: shopSettings, shop }) => SECTIONS[current]({ settings: shopSettings, shop })}
            </Async>
          </div>
        )}
      </div>
      <ChangeToast />
    </PageLayout>
  )
}

type SectionSource = { settings: SettingsAnswer; shop: ArrangedCatalog }

const SECTIONS: Record<SettingsSection, (source: SectionSource) => ReactNode> = {
  day: ({ settings }) => <DaySection settings={settings} />,
  brand: ({ settings }) => <BrandSection settings={settings} />,
  receipt: ({ settings }) => <ReceiptSection settings={settings} />,
  printers: ({ settings }) => <PrintersSection settings={settings} />,
  quick: ({ settings, shop: { currency, services } }) => (
    <QuickAmountsSection settings={settings} currency={currency} services={services} />
  ),
  favorites: ({ settings, shop: { currency, services } }) => (
    <FavoritesSection settings={settings} currency={currency} services={services} />
  ),
  wallet: ({ settings }) => <WalletSection settings={settings} />,
  scam: ({ settings, shop: { currency } }) => <ScamStopSection settings={settings} currency={currency} />,
  payments: ({ settings }) => <PaymentsSection settings={settings} />,
  drawer: ({ settings, shop: { currency } }) => <DrawerSection settings={settings} currency={currency} />,
  display: ({ settings }) => (
    <SwitchSection settings={settings} of="requiresCustomerConfirmation" name="display" text="settings.display.ask" />
  ),
  phone: ({ settings }) => (
    <SwitchSection
      settings={settings}
      of="phoneOrders"
      name="phone"
      text="settings.phone.allow"
      obstacle={settings.hasNoAddress && 'settings.phone.noAddress'}
    />
  ),
  privacy: ({ settings }) => <PrivacySection settings={settings} />,
  badge: ({ settings }) => (
    <SwitchSection settings={settings} of="badgeAlone" name="badge" text="settings.badge.alone" />
  ),
  times: ({ settings }) => (
    <SwitchSection settings={settings} of="timesByPerson" name="times" text="settings.times.byPerson" />
  ),
  pictures: ({ settings }) => <PicturesSection settings={settings} />,
  test: ({ settings }) => (
    <SwitchSection settings={settings} of="testTransactions" name="test" text="settings.test.send" />
  ),
  account: () => <AccountSection />,
}
