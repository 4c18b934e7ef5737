import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { isPracticing, sessionQuery } from '../../../api/session.ts'
import { catalogQuery, arrangeCatalog } from '../../../api/catalog.ts'
import { settingsQuery } from '../../../api/settings.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths, type SettingsSection } from '../../../paths.ts'
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
                <InSight id="day">
                  <DaySection settings={shopSettings} />
                </InSight>
                <InSight id="brand">
                  <BrandSection settings={shopSettings} />
                </InSight>
                <InSight id="receipt">
                  <ReceiptSection settings={shopSettings} />
                </InSight>
                <InSight id="printers">
                  <PrintersSection settings={shopSettings} />
                </InSight>
                <InSight id="wallet">
                  <WalletSection settings={shopSettings} />
                </InSight>
                <InSight id="privacy">
                  <PrivacySection settings={shopSettings} isPractice={session?.terminal?.isPractice === true} />
                </InSight>
                {session && !isPracticing(session) && <AccountSection />}
              </div>
              <div className={COLUMN}>
                <InSight id="quick">
                  <QuickAmountsSection {...props} />
                </InSight>
                <InSight id="favorites">
                  <FavoritesSection {...props} services={services} />
                </InSight>
                <InSight id="payments">
                  <PaymentsSection settings={shopSettings} />
                </InSight>
                <InSight id="drawer">
                  <DrawerSection {...props} />
                </InSight>
                <InSight id="scam">
                  <ScamStopSection {...props} />
                </InSight>
                <InSight id="display">
                  <SwitchSection
                    settings={shopSettings}
                    of="requiresCustomerConfirmation"
                    name="display"
                    text="settings.display.ask"
                  />
                </InSight>
                <InSight id="pictures">
                  <PicturesSection settings={shopSettings} />
                </InSight>
                <InSight id="badge">
                  <SwitchSection settings={shopSettings} of="badgeAlone" name="badge" text="settings.badge.alone" />
                </InSight>
                <InSight id="times">
                  <SwitchSection
                    settings={shopSettings}
                    of="timesByPerson"
                    name="times"
                    text="settings.times.byPerson"
                  />
                </InSight>
                <InSight id="test">
                  <SwitchSection settings={shopSettings} of="testTransactions" name="test" text="settings.test.send" />
                </InSight>
              </div>
            </div>
          )
        }}
      </Async>
    </AdminLayout>
  )
}

/** Scrolls to the section that a link named. */
function InSight({ id, children }: { id: SettingsSection; children: ReactNode }) {
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
