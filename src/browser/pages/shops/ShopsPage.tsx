import { useQuery } from '@tanstack/react-query'
import { EyeOff, RefreshCw } from 'lucide-react'

import type { Shops } from '#api/shops.ts'
import { shopsQuery } from '../../api/shops.ts'
import { useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { ShopCard } from './ShopCard.tsx'
import { MissingShops, ShopsReport } from './ShopsReport.tsx'

export default function ShopsPage() {
  const t = useText()
  const shops = useQuery(shopsQuery)
  return (
    <PageLayout
      title={t('shops.title')}
      note={<Tag icon={EyeOff}>{t('shops.ownerView')}</Tag>}
      actions={
        <Button icon={RefreshCw} pending={shops.isFetching} onClick={() => void shops.refetch()}>
          {t('wallet.update')}
        </Button>
      }
    >
      <Async query={shops} loading="shops.reading">
        {(all) => (
          <>
            <TodayOfAll shops={all} />
            <div className="grid items-stretch gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
              {all.shops.map((shop) => (
                <ShopCard key={shop.id} shop={shop} isHere={shop.id === all.here} />
              ))}
            </div>
            <ShopsReport shops={all.shops} />
          </>
        )}
      </Async>
    </PageLayout>
  )
}

function TodayOfAll({ shops: { shops, today } }: { shops: Shops }) {
  const t = useText()
  return (
    <>
      <p className="flex flex-wrap gap-x-3 text-4">
        {t('shops.today', { count: today.count })}
        {today.amount.map((amount) => (
          <b key={amount.currency} className="font-semibold">
            <Money money={amount} />
          </b>
        ))}
      </p>
      {today.tests > 0 && <Notice tone="info">{t('reports.tests', { count: today.tests })}</Notice>}
      <MissingShops shops={shops} text="shops.without" />
    </>
  )
}
