import type { Country } from '#domain/international.ts'
import type { Locale } from './locale.ts'

/** A country's name as it is shown, listed and searched in a language. */
export const formatCountry = ({ name }: Pick<Country, 'id' | 'name'>, _locale: Locale): string => name
