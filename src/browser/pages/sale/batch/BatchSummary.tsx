import { useQuery } from '@tanstack/react-query'

import { arrangeCatalogue, catalogueQuery } from '../../../api/catalogue.ts'
import { formatAccount } from '../../../i18n/format-sale.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { MoneyText } from '../../../ui/MoneyText.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { Slip, SlipHead, SlipLine } from '../../../ui/Slip.tsx'
import type { ShownBatch } from './use-batch.ts'

type BatchSummaryProps = { shown: ShownBatch }

/** What the quantity is, and what the customer pays for all of it. */
export function BatchSummary({ shown: { batch, counts, money, step } }: BatchSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const isEnded = step === 'ended'
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const { serviceId, serviceName: name, brand, account, customer, count } = batch
  const tile = shop?.tileSelling(serviceId)
  return (
    <Slip>
      <SlipHead
        picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={name} size={40} />}
        title={<bdi>{name}</bdi>}
        sub={brand}
      />
      <hr />
      <dl className="lines">
        {account !== undefined && (
          <SlipLine label={t('sale.account')}>
            <span className="num">{formatAccount(account)}</span>
          </SlipLine>
        )}
        {customer !== undefined && (
          <SlipLine label={t('sale.customer')}>
            <span className="num">{formatAccount(customer)}</span>
          </SlipLine>
        )}
        <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SlipLine>
        <SlipLine label={t('money.faceValue')}>{formats.money(money.each)}</SlipLine>
        <SlipLine label={t('batch.sold')}>
          {t('batch.allSold', { count: counts.sold, amount: formats.money(money.sold) })}
        </SlipLine>
        {counts.open > 0 && <SlipLine label={t('batch.notDecidedSum')}>{formats.money(money.open)}</SlipLine>}
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
