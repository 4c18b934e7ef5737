import type { Country } from '#domain/international.ts'

type Group = { countries: readonly Country[]; name: string | undefined }

/**
 * The countries of the group a tile asks for. The spec lists no groups: where no country carries any, all of them are shown under the
 * group's name.
 */
export function findGroup(countries: readonly Country[], key: string | undefined): Group {
  if (key === undefined || key.trim() === '') return { countries, name: undefined }
  const wanted = plain(key)
  const hasGroups = countries.some(({ groups }) => groups && groups.length > 0)
  return {
    countries: hasGroups
      ? countries.filter(({ groups }) => groups?.some((group) => plain(group) === wanted))
      : countries,
    name: nameOf(key),
  }
}

const plain = (text: string) => text.trim().toLowerCase()

/** `South Asia` of `south-asia`: a key is all there is. */
function nameOf(key: string): string {
  const words = key.trim().replaceAll(/[-_\s]+/g, ' ')
  return words.replaceAll(/(^| )\p{L}/gu, (first) => first.toUpperCase())
}

/** One row of four. */
const MOST_RECENT = 4
/** How many more fit on a counter's screen below none, one or two rows of usual ones with their headings. */
const FITTING = [28, 20, 16] as const

type Known = {
  /** Sold to at this till, newest first. */
  recentIds: readonly string[]
  /** On the shop's own tiles, in their order. */
  tileIds: readonly string[]
}

export type ArrangedCountries = {
  recent: readonly Country[]
  /** What else this shop sells to. */
  usual: readonly Country[]
  /** All others, or as many of them as fit. */
  others: readonly Country[]
  isCut: boolean
}

/** The usual countries first, so that most sales need no search. Each stands in one place. */
export function arrangeCountries(countries: readonly Country[], { recentIds, tileIds }: Known): ArrangedCountries {
  const find = (wanted: string) => countries.find(({ id }) => id.toLowerCase() === wanted.toLowerCase())
  const known = [...new Set([...recentIds.map(find), ...tileIds.map(find)])].filter((country) => country !== undefined)
  const recent = known.filter(({ id }) => recentIds.includes(id)).slice(0, MOST_RECENT)
  const usual = known.filter((country) => !recent.includes(country))
  const others = countries.filter((country) => !known.includes(country))
  const fitting = FITTING[Math.min(2, Number(recent.length > 0) + Number(usual.length > 0))]!
  const isCut = others.length > fitting
  return { recent, usual, others: isCut ? others.slice(0, fitting) : others, isCut }
}
