import { Calendar } from 'lucide-react'
import { useState } from 'react'

import type { ShopDay } from '#domain/shop-day.ts'
import { useText } from '../../i18n/use-text.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { useShopDays } from './use-shop-days.ts'

const OTHER = 'other'

type DayPickerProps = { day: ShopDay | undefined; onChoose: (day: ShopDay | undefined) => void }

/** Today, yesterday, or any day before. */
export function DayPicker({ day, onChoose }: DayPickerProps) {
  const t = useText()
  const { today, yesterday } = useShopDays()
  const [isChoosing, setIsChoosing] = useState(false)
  const shown = day ?? today
  const isOther = isChoosing || (shown !== today && shown !== yesterday)
  const choose = (chosen: ShopDay) => onChoose(chosen === today ? undefined : chosen)
  return (
    <>
      <FilterSelect
        label={t('salesList.day')}
        Icon={Calendar}
        options={[
          { id: today, name: t('salesList.today') },
          { id: yesterday, name: t('salesList.yesterday') },
          { id: OTHER, name: t('salesList.otherDay') },
        ]}
        chosen={isOther ? OTHER : shown}
        onChoose={(chosen) => {
          setIsChoosing(chosen === OTHER)
          if (chosen !== OTHER) choose(chosen)
        }}
      />
      {isOther && <DateField day={shown} latest={today} onChoose={choose} />}
    </>
  )
}

/** No shop has sales from before there were any; a year still being typed is one of those. */
const EARLIEST = '2000-01-01'

type DateFieldProps = { day: ShopDay; latest: ShopDay; onChoose: (day: ShopDay) => void }

/** A date is chosen once it is one of a day that may have sales. */
function DateField({ day, latest, onChoose }: DateFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState(day)
  const [before, setBefore] = useState(day)
  // Another day was chosen elsewhere, or this one has been taken.
  if (day !== before) {
    setBefore(day)
    setTyped(day)
  }
  return (
    <input
      type="date"
      className="select"
      aria-label={t('salesList.pickDay')}
      min={EARLIEST}
      max={latest}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (value >= EARLIEST && value <= latest) onChoose(value)
      }}
    />
  )
}
