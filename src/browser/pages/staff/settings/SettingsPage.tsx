import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { isPracticing, sessionQuery } from '../../../api/session.ts'
import { catalogQuery, arrangeCatalog } from '../../../api/catalog.ts'
import { settingsQuery } from '../../../api/settings.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths, PRINTERS_SECTION } from '../../../paths.ts'
import { Async } from '../../../ui/Async.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { AccountSection } from './AccountSection.tsx'
import { PrintersSection } from './PrintersSection.tsx'
import { FavoritesSection, QuickAmountsSection } from './QuickSections.tsx'
import { ReceiptSection } from './ReceiptSection.tsx'
import { PaymentsSection, ScamStopSection, SwitchSection } from './SellingSections.tsx'
import { PrivacySection } from './PrivacySection.tsx'
import { BrandSection, DaySection, DrawerSection, PicturesSection, WalletSection } from './ShopSections.tsx'

const COLUMN = 'flex min-w-0 flex-col gap-4'

export default function SettingsPage() {
  const t = useText()
  const settings = useQuery(settingsQuery)
  const catalog = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { data: session } = useQuery(sessionQuery)
  const all = settings.data && catalog.data ? { settings: settings.data, shop: catalog.data } : undefined
  return (
    <AdminLayout
      page="settings"
      actions={
        <ButtonLink icon={BellRing} to={paths.alerts()}>
          {t('wallet.alerts')}
        </ButtonLink>
      }
    >
      <Async query={{ data: all, error: settings.error ?? (all ? null : catalog.error) }} loading="staff.reading">
        {({ settings: shopSettings, shop: { currency, services } }) => {
          const props = { settings: shopSettings, currency }
          return (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className={COLUMN}>
                <DaySection settings={shopSettings} />
                <BrandSection settings={shopSettings} />
                <ReceiptSection settings={shopSettings} />
                <InSight id={PRINTERS_SECTION}>
                  <PrintersSection settings={shopSettings} />
                </InSight>
                <WalletSection settings={shopSettings} />
                <PrivacySection settings={shopSettings} isPractice={session?.terminal?.isPractice === true} />
                {session && !isPracticing(session) && <AccountSection />}
              </div>
              <div className={COLUMN}>
                <QuickAmountsSection {...props} />
                <FavoritesSection {...props} services={services} />
                <PaymentsSection settings={shopSettings} />
                <DrawerSection {...props} />
                <ScamStopSection {...props} />
                <SwitchSection
                  settings={shopSettings}
                  of="requiresCustomerConfirmation"
                  name="display"
                  text="settings.display.ask"
                />
                <PicturesSection settings={shopSettings} />
                <SwitchSection settings={shopSettings} of="badgeAlone" name="badge" text="settings.badge.alone" />
                <SwitchSection settings={shopSettings} of="timesByPerson" name="times" text="settings.times.byPerson" />
                <SwitchSection settings={shopSettings} of="testTransactions" name="test" text="settings.test.send" />
              </div>
            </div>
          )
        }}
      </Async>
    </AdminLayout>
  )
}

function InSight({ id, children }: { id: string; children: ReactNode }) {
  const { hash } = useLocation()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === `#${id}`) place.current?.scrollIntoView()
  }, [hash, id])
  return (
    <div ref={place} id={id} className="scroll-mt-4">
      {children}
    </div>
  )
}
