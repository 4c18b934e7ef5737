import type * as v from 'valibot'

type Schema = v.GenericSchema

/** What the module says about a schema: the schema's name there, its doc comment, and the comments of its members. */
export type NamedSchema = { name: string; about?: string | undefined; members: Record<string, string> }

const modules = import.meta.glob<Record<string, unknown>>(['../src/{api,domain}/**/*.ts', '!**/*.d.ts'], {
  eager: true,
})
const sources = import.meta.glob<string>(['../src/{api,domain}/**/*.ts', '!**/*.d.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** The schemas that `src/api` and `src/domain` export. If two have the same name, the second one's name is preceded by its folder. */
export function readNamedSchemas(): Map<Schema, NamedSchema> {
  const found = new Map<Schema, NamedSchema>()
  const taken = new Set<string>()
  for (const [path, exports] of Object.entries(modules)) {
    for (const [name, value] of Object.entries(exports)) {
      if (!isSchema(value) || !/^[A-Z]/.test(name) || found.has(filled(value))) continue
      const own = taken.has(name) ? `${capitalize(path.split('/').at(-2) ?? '')}${name}` : name
      taken.add(own)
      found.set(filled(value), { name: own, ...commentsOf(sources[path] ?? '', name) })
    }
  }
  return found
}

/** The schema without its `optional` wrappers. */
export function filled(schema: Schema): Schema {
  const { wrapped, type } = schema as Schema & { wrapped?: Schema }
  return wrapped && type.endsWith('optional') ? filled(wrapped) : schema
}

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

const COMMENT = String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\n`
const MEMBER = new RegExp(`^ {2}${COMMENT} {2}'?([\\w-]+)'?[:,]`, 'gm')
const ENDPOINT = new RegExp(`^ {2}${COMMENT} {2}'([A-Z]+ /[^']+)'`, 'gm')

/** Relies on Prettier's formatting: a constant ends with the first line that begins a new statement. */
function commentsOf(source: string, name: string): Pick<NamedSchema, 'about' | 'members'> {
  const constant = new RegExp(`(?:${COMMENT})?export const ${name}\\b.*(?:\\n(?:[ )}\\]].*)?)*`)
  const [text = '', about] = constant.exec(source) ?? []
  const inside = text.slice(text.indexOf('export const'))
  const members = [...inside.matchAll(MEMBER)].map(([, comment = '', member = '']) => [member, sentenceOf(comment)])
  return { about: about && sentenceOf(about), members: Object.fromEntries(members) as Record<string, string> }
}

/** The doc comments of endpoints. */
export function readEndpointComments(): Record<string, string> {
  const found = Object.values(sources).flatMap((source) => [...source.matchAll(ENDPOINT)])
  return Object.fromEntries(found.map(([, comment = '', endpoint = '']) => [endpoint, sentenceOf(comment)]))
}

const sentenceOf = (comment: string) =>
  comment
    .replace(/^ *\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
