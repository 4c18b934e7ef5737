import { useQuery } from '@tanstack/react-query'
import { Coins, Globe, PencilLine, RotateCcw, Smartphone } from 'lucide-react'

import type { InternationalChoice } from '#domain/international.ts'
import { decimal } from '#domain/money.ts'
import type { Sale } from '#domain/sale.ts'
import { countriesQuery } from '../../api/international.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { offerOfSale } from './content.ts'
import { Option } from './Option.tsx'
import { problemClass } from './problem-class.ts'
import { useGoAbroad, useWaysAbroad } from './use-ways-abroad.ts'

type WaysToSellAbroadProps = { sale: Sale; choice: InternationalChoice; isWatched: boolean }

/** What else may be sold to a number abroad: back to the step that mends it, or the very same. */
export function WaysToSellAbroad({ sale, choice, isWatched }: WaysToSellAbroadProps) {
  const t = useText()
  const formats = useFormats()
  const content = offerOfSale(sale, choice)
  const goTo = useGoAbroad(content)
  const { sameAgain } = useWaysAbroad(content)
  const problem = sale.problem && problemClass(sale.problem.code)
  if (problem === 'country-differs') return <OtherCountry sale={sale} choice={choice} />
  const amount = formats.shortMoney(decimal(sale.amount.amount), sale.amount.currency)
  const mayRepeat = !isWatched && problem !== 'no-answer'
  return (
    <>
      <Option
        icon={<PencilLine className="ic" size={24} />}
        onPick={() => goTo('number')}
        heading={t('sale.changeNumber')}
      >
        {t('sale.intl.operatorStays')}
      </Option>
      <Option
        icon={<Smartphone className="ic" size={24} />}
        onPick={() => goTo('operator')}
        heading={t('sale.otherOperator')}
      >
        {t('sale.intl.numberStays')}
      </Option>
      {mayRepeat && problem !== 'product' ? (
        <Option icon={<RotateCcw className="ic flip" size={24} />} onPick={sameAgain} heading={t('sale.sameAgain')}>
          {t('sale.safeAgain')}
        </Option>
      ) : (
        <Option
          icon={<Coins className="ic" size={24} />}
          onPick={() => goTo('amount')}
          heading={t('sale.changeAmount')}
        >
          {t('sale.intl.insteadOf', { amount })}
        </Option>
      )}
    </>
  )
}

/** The number belongs to a country that may be sold to as well; it goes along. */
function OtherCountry({ sale, choice }: Omit<WaysToSellAbroadProps, 'isWatched'>) {
  const t = useText()
  const content = offerOfSale(sale, choice)
  const goTo = useGoAbroad(content)
  const { goToCountry } = useWaysAbroad(content)
  const { data } = useQuery(countriesQuery)
  const detected = sale.problem?.detected
  const found = data?.countries.find(({ id, name }) => name === detected || id === detected)
  return (
    <>
      <Option
        icon={<PencilLine className="ic" size={24} />}
        onPick={() => goTo('number')}
        heading={t('sale.changeNumber')}
      >
        {t('sale.intl.operatorStays')}
      </Option>
      <Option
        icon={<Globe className="ic" size={24} />}
        onPick={() => (found ? goToCountry(found.id) : goTo('country'))}
        heading={found ? t('sale.intl.goToCountry', { country: found.name }) : t('sale.intl.otherCountry')}
      >
        {t('sale.intl.numberStays')}
      </Option>
    </>
  )
}
