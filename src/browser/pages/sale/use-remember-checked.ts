import { useEffect } from 'react'

import { readNumber, readPhoneMask } from '#domain/phone-mask.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { rememberCountry, rememberOperator } from '../../sale/international-habits.ts'

/** What a check has shown helps with the next sale: this country is sold to, and numbers that begin so are this operator's. */
export function useRememberChecked({ account, international, mismatch }: Sale): void {
  const hasOther = mismatch !== undefined
  useEffect(() => {
    if (!international || account === undefined) return
    const { country, provider } = international
    rememberCountry(country.id)
    const { national } = readNumber(readPhoneMask(country.phoneCode, country.phoneMask), `+${account}`)
    if (!hasOther) rememberOperator(country.id, national, provider.id)
    // A sale does not change what it was opened with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [account, hasOther])
}
