import { i18n } from '@lingui/core'

import { sorted } from '#domain/in-order.ts'
import type { Country } from '#domain/catalog/international.ts'
import type { Locale } from './locale.ts'
import { LOCALES, readLocale } from './writing.ts'

/** ISO 3166-1 alpha-3 codes, each with its alpha-2 code. The wholesaler sends alpha-3 (spec 2.6); `Intl.DisplayNames` takes alpha-2. */
const CODES =
  'ABWAWAFGAFAGOAOAIAAIALAAXALBALANDADAREAEARGARARMAMASMASATAAQATFTFATGAGAUSAUAUTATAZEAZBDIBIBELBEBENBJBESBQBFABFBGDBDBGRBGBHRBHBHSBSBIHBABLMBL' +
  'BLRBYBLZBZBMUBMBOLBOBRABRBRBBBBRNBNBTNBTBVTBVBWABWCAFCFCANCACCKCCCHECHCHLCLCHNCNCIVCICMRCMCODCDCOGCGCOKCKCOLCOCOMKMCPVCVCRICRCUBCUCUWCWCXRCX' +
  'CYMKYCYPCYCZECZDEUDEDJIDJDMADMDNKDKDOMDODZADZECUECEGYEGERIERESHEHESPESESTEEETHETFINFIFJIFJFLKFKFRAFRFROFOFSMFMGABGAGBRGBGEOGEGGYGGGHAGHGIBGI' +
  'GINGNGLPGPGMBGMGNBGWGNQGQGRCGRGRDGDGRLGLGTMGTGUFGFGUMGUGUYGYHKGHKHMDHMHNDHNHRVHRHTIHTHUNHUIDNIDIMNIMINDINIOTIOIRLIEIRNIRIRQIQISLISISRILITAIT' +
  'JAMJMJEYJEJORJOJPNJPKAZKZKENKEKGZKGKHMKHKIRKIKNAKNKORKRKWTKWLAOLALBNLBLBRLRLBYLYLCALCLIELILKALKLSOLSLTULTLUXLULVALVMACMOMAFMFMARMAMCOMCMDAMD' +
  'MDGMGMDVMVMEXMXMHLMHMKDMKMLIMLMLTMTMMRMMMNEMEMNGMNMNPMPMOZMZMRTMRMSRMSMTQMQMUSMUMWIMWMYSMYMYTYTNAMNANCLNCNERNENFKNFNGANGNICNINIUNUNLDNLNORNO' +
  'NPLNPNRUNRNZLNZOMNOMPAKPKPANPAPCNPNPERPEPHLPHPLWPWPNGPGPOLPLPRIPRPRKKPPRTPTPRYPYPSEPSPYFPFQATQAREUREROURORUSRURWARWSAUSASDNSDSENSNSGPSGSGSGS' +
  'SHNSHSJMSJSLBSBSLESLSLVSVSMRSMSOMSOSPMPMSRBRSSSDSSSTPSTSURSRSVKSKSVNSISWESESWZSZSXMSXSYCSCSYRSYTCATCTCDTDTGOTGTHATHTJKTJTKLTKTKMTMTLSTLTONTO' +
  'TTOTTTUNTNTURTRTUVTVTWNTWTZATZUGAUGUKRUAUMIUMURYUYUSAUSUZBUZVATVAVCTVCVENVEVGBVGVIRVIVNMVNVUTVUWLFWFWSMWSYEMYEZAFZAZMBZMZWEZW'
const ALPHA_2 = new Map(CODES.match(/.{5}/g)?.map((codes) => [codes.slice(0, 3), codes.slice(3)]))

const names: Partial<Record<Locale, Intl.DisplayNames>> = {}

type Named = Pick<Country, 'id' | 'name'>

/** `Philippines`, `الفلبين`. Returns the wholesaler's name if the id is not an ISO code. */
export function countryName({ id, name }: Named, locale = shownLocale()): string {
  const code = ALPHA_2.get(id.toUpperCase())
  const known = (names[locale] ??= new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))
  return (code && known.of(code)) ?? name
}

export function countryNames(country: Named): readonly string[] {
  return [country.name, ...LOCALES.map((locale) => countryName(country, locale))]
}

export function sortCountries<T extends Named>(countries: readonly T[], locale = shownLocale()): readonly T[] {
  const { compare } = new Intl.Collator(locale)
  return sorted(countries, (a, b) => compare(countryName(a, locale), countryName(b, locale)))
}

const shownLocale = (): Locale => readLocale(i18n.locale)
