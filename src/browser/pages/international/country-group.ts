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
