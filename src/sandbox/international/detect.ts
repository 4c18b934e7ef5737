import { codeDigits, countries, countryOf, nationalLength, type Country } from './countries.ts'
import { operatorOf, operatorsIn, type Operator } from './operators.ts'
import { internationalScenarioOf } from './scenarios.ts'

export type Detected = { country: Country; operatorId: number; operatorName: string }

const ACCOUNT = /^\d{7,15}$/
// Added to get ids of the billers' own systems, which differ from those of `/providers`.
const OTHER_KIND_OF_ID = 9000

/** `undefined` if the number belongs to no country. If it does not show the operator, the offer's is used. */
export function detect(account: string, offered: Operator): Detected | undefined {
  const country = findCountryOf(account, offered.country)
  if (!country) return undefined
  const asDetected = (operator: Operator, moreId = 0): Detected => ({
    country: operator.country,
    operatorId: operator.id + moreId,
    operatorName: operator.name,
  })
  const operator = operatorFor(account, country, offered)
  switch (internationalScenarioOf(account).detects) {
    case 'another operator':
      return asDetected(operatorOf('PHL', 'Lakbay'))
    case 'another country':
      return asDetected(firstIn(countryOf('IND')))
    case 'another kind of id':
      return asDetected(operator, OTHER_KIND_OF_ID)
    default:
      return asDetected(operator)
  }
}

/** The country with the longest matching prefix; if several match equally, the country of the offer. */
function findCountryOf(account: string, offered: Country): Country | undefined {
  if (!ACCOUNT.test(account)) return undefined
  const matches = countries.map((country) => ({ country, length: prefixLength(account, country) }))
  const longest = Math.max(...matches.map(({ length }) => length))
  const found = matches.filter(({ length }) => length > 0 && length === longest).map(({ country }) => country)
  const country = found.find(({ id }) => id === offered.id) ?? found[0]
  if (!country) return undefined
  const { fewest, most } = nationalLength(country)
  const digits = account.length - codeDigits(country).length
  return digits >= fewest && digits <= most ? country : undefined
}

function prefixLength(account: string, country: Country): number {
  const fitting = (country.prefixes ?? [codeDigits(country)]).filter((prefix) => account.startsWith(prefix))
  return Math.max(0, ...fitting.map(({ length }) => length))
}

function operatorFor(account: string, country: Country, offered: Operator): Operator {
  const all = operatorsIn(country.id)
  const national = account.slice(codeDigits(country).length)
  const byPrefix = all.find(({ prefixes }) => prefixes?.some((prefix) => national.startsWith(prefix)))
  if (byPrefix) return byPrefix
  if (country.id !== offered.country.id) return firstIn(country)
  // In other countries the last digits decide, because numbers do not show the operator.
  const isOther = country.id !== 'PHL' && account.endsWith('99')
  return (isOther ? all.find(({ id }) => id !== offered.id) : undefined) ?? offered
}

function firstIn(country: Country): Operator {
  const [first] = operatorsIn(country.id)
  if (!first) throw new Error(`no operator in ${country.name}`)
  return first
}
