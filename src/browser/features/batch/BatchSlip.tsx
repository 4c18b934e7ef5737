import { useQuery } from '@tanstack/react-query'

import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { useText } from '../../i18n/use-text.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import type { BatchSums } from './use-batch-money.ts'
import type { KnownBatch } from './use-batch.ts'

type BatchSlipProps = { known: KnownBatch & { kind: 'batch' }; money: BatchSums; isEnded: boolean }

/** What the quantity is, and what the customer pays for all of it. */
export function BatchSlip({ known: { content, of, counts, sample }, money, isEnded }: BatchSlipProps) {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const tile = shop?.tileSelling(content.serviceId)
  const name = sample?.serviceName ?? shop?.services.get(content.serviceId)?.name ?? content.serviceId
  return (
    <Slip>
      <SlipHead
        picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={name} size={40} />}
        title={<bdi>{name}</bdi>}
        sub={sample?.brand}
      />
      <hr />
      <dl className="lines">
        {content.account !== undefined && (
          <SlipLine label={t('sale.account')}>
            <span className="num">{formatAccount(content.account)}</span>
          </SlipLine>
        )}
        {content.customer !== undefined && (
          <SlipLine label={t('sale.customer')}>
            <span className="num">{formatAccount(content.customer)}</span>
          </SlipLine>
        )}
        <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count: of })}</SlipLine>
        <SlipLine label={t('money.faceValue')}>{money.each}</SlipLine>
        <SlipLine label={t('batch.sold')}>{t('batch.allSold', { count: counts.sold, amount: money.sold })}</SlipLine>
        {counts.open > 0 && <SlipLine label={t('batch.notDecidedSum')}>{money.open}</SlipLine>}
      </dl>
      <hr />
      <dl className="lines">
        <SlipLine label={t(isEnded ? 'sale.customerPaid' : 'money.customerPays')} kind="total">
          <MoneyText money={isEnded ? money.paid : money.total} />
        </SlipLine>
      </dl>
    </Slip>
  )
}
