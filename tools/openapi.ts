import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

import packageFile from '../package.json' with { type: 'json' }
import { endpoints } from '../src/api/endpoints.ts'
import { Problem } from '../src/api/failure.ts'
import { PRACTICE_HEADER } from '../src/api/headers.ts'
import { NoContent } from '../src/api/input-parts.ts'
import { Balance, DecimalText } from '../src/domain/money/money.ts'
import { SaleId, TransactionId } from '../src/domain/sale/id.ts'
import { Problem as SaleProblem } from '../src/domain/sale/problem.ts'
import { capitalize, filled, readEndpointComments, readNamedSchemas, type NamedSchema } from './named-schemas.ts'

type Schema = v.GenericSchema
type Endpoint = { query?: Schema; body?: Schema; answer: Schema | 'text' }
type Json = { [key: string]: unknown }

const ABOUT = `Everything that the page of a till can do, for other programs in the shop. It belongs to this version of Toptill.

**Signing in.** A program is a till: it enrolls once with a code from *Tills* (\`POST /api/terminals/enroll\`), keeps that cookie, and a person signs in with a PIN (\`POST /api/session\`).
Each operation says who may use it. Where a PIN of the last five minutes is needed, the failure is \`step-up-required\`; send \`POST /api/session/step-up\`.

**Writing.** Every request except GET needs the header \`Origin\` with the till's own address, and a JSON body, even if it is \`{}\`. Ids in the address of a PUT are ULIDs that the program makes:
the same id with the same body changes nothing, so that a request without an answer can be sent again.

**Selling.** \`PUT /api/sales/{id}\` reserves, \`POST /api/sales/{id}/confirm\` with the \`version\` that was seen sends it, and \`GET /api/sales/{id}\` says how it ended. Status 202: not over yet.

**Failures.** Every status from 400 on is a problem of RFC 9457. \`moneyMoved\` says whether money may have moved; never sell again while it is \`unknown\`.
\`rate-limited\` and \`not-ready\` come with the header \`Retry-After\`.

**Practice.** A till that a supervisor switched to practice needs the header \`${PRACTICE_HEADER}: 1\` in every request.

The schemas leave out what they cannot say, such as the rules of a setting together. Answers may get more members: ignore those you do not know. "Rule 12" is one of \`docs/architecture.md\`.`

/** What our schemas check with a function, as far as JSON Schema can express it. */
const BY_FUNCTION = new Map<unknown, JsonSchema>([
  [DecimalText, { type: 'string', pattern: '^\\d+(\\.\\d+)?$', maxLength: 40 }],
  [Balance.entries.amount, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 41 }],
  [SaleId, { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' }],
  [TransactionId, { type: 'string' }],
  [SaleProblem.entries.code.options[1], { type: 'string', pattern: '^service-\\d+$' }],
])

const COMPONENTS = '#/components/schemas/'

/** Actions that JSON Schema cannot express. They only narrow what precedes them, or change the value afterwards. */
const UNSAYABLE = new Set(['check', 'readonly', 'trim'])

/** `isRequest`: the schema also says that unknown members are not allowed. An answer may have additional members. */
function conversion(isRequest: boolean): ConversionConfig {
  /** The schema of a string before it is trimmed. What follows the trimming is left out, because the sender may add blanks. */
  const untrimmed = new WeakMap<JsonSchema, JsonSchema>()
  return {
    target: 'draft-2020-12',
    // The length of a list is checked before its elements, which makes two schemas. Anything else that cannot be expressed throws below.
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `${COMPONENTS}${referenceId}`,
    overrideSchema: ({ valibotSchema, jsonSchema, errors }) => {
      if (valibotSchema.type === 'custom') {
        const { check } = valibotSchema as unknown as { check: unknown }
        const said = check === Array.isArray ? { type: 'array' as const } : BY_FUNCTION.get(valibotSchema)
        if (!said) throw new Error(`tools/openapi.ts does not know this custom schema: ${String(check)}`)
        return said
      }
      if (errors) throw new Error(errors.join(' '))
      if (isRequest || jsonSchema.additionalProperties !== false) return undefined
      const { additionalProperties: _, ...open } = jsonSchema
      return open
    },
    overrideAction: ({ valibotAction: { type }, jsonSchema, errors }) => {
      const before = untrimmed.get(jsonSchema)
      if (before) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof JsonSchema]
        Object.assign(jsonSchema, before)
      } else if (type === 'trim') untrimmed.set(jsonSchema, { ...jsonSchema })
      else if (errors && !UNSAYABLE.has(type)) throw new Error(errors.join(' '))
      return undefined
    },
    // `format: uri` would reject URLs that are valid in a browser.
    ignoreActions: ['url'],
  }
}

/** The whole document. The server adds who may use which endpoint, which only its routes know (`openapi-routes.ts`). */
export function describeApi() {
  const named = readNamedSchemas()
  /** Every body and every answer becomes a component, so that clients have a type for it. */
  const nameOf = (schema: Schema, otherwise: string) => {
    if (!named.has(schema)) named.set(schema, { name: otherwise, members: {} })
    return named.get(schema)?.name ?? otherwise
  }
  const comments = readEndpointComments()
  const parts = Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([endpoint]) => endpoint.includes(' /api/'))
    .map(([endpoint, { query, body, answer }]) => {
      const id = operationIdOf(endpoint)
      return {
        endpoint,
        id,
        about: comments[endpoint],
        query,
        body: endpoint.startsWith('GET ') ? undefined : nameOf(filled(body ?? NoContent), `${capitalize(id)}Body`),
        answer: answer === 'text' ? undefined : nameOf(answer, `${capitalize(id)}Answer`),
      }
    })
  const problem = nameOf(Problem, 'Problem')
  const components = componentsOf(named, {
    sent: parts.flatMap(({ body }) => body ?? []),
    received: [problem, ...parts.flatMap(({ answer }) => answer ?? [])],
  })
  const paths: Record<string, Json> = {}
  for (const part of parts) {
    const [method = '', path = ''] = part.endpoint.split(' ')
    const at = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(part, components) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Toptill', version: packageFile.version, description: ABOUT },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: components.schemas,
      responses: {
        Problem: {
          description: 'Nothing was done, unless `moneyMoved` is `unknown`.',
          content: { 'application/problem+json': { schema: components.received(problem) } },
        },
      },
      parameters: { Origin: ORIGIN },
      securitySchemes: Object.fromEntries(
        ['terminal', 'session', 'display'].map((name) => [
          name,
          { type: 'apiKey', in: 'cookie', name: `toptill-${name}` },
        ]),
      ),
    },
  }
}

const ORIGIN = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: "The till's own address, such as `https://till.example`.",
  schema: { type: 'string' },
}

type Part = {
  endpoint: string
  id: string
  about: string | undefined
  query: Schema | undefined
  body: string | undefined
  answer: string | undefined
}
type Components = ReturnType<typeof componentsOf>

function operationOf({ endpoint, id, about, query, body, answer }: Part, { sent, received }: Components): Json {
  const content = answer === undefined ? { 'text/csv': { schema: { type: 'string' } } } : jsonOf(received(answer))
  const inPath = [...endpoint.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const problem = { $ref: '#/components/responses/Problem' }
  return {
    operationId: id,
    tags: [endpoint.split('/')[2]?.replace('.json', '')],
    ...(about && { description: about }),
    parameters: [
      ...inPath,
      ...parametersOf(query),
      ...(body === undefined ? [] : [{ $ref: '#/components/parameters/Origin' }]),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: jsonOf(sent(body)) } }),
    responses: { 200: { description: 'Done.', content }, '4XX': problem, '5XX': problem },
  }
}

const jsonOf = (schema: Json) => ({ 'application/json': { schema } })

function parametersOf(query: Schema | undefined): Json[] {
  const { entries = {} } = (query ?? {}) as { entries?: Record<string, Schema> }
  return Object.entries(entries).map(([name, schema]) => {
    const { $schema: _, ...said } = toJsonSchema(filled(schema), conversion(true))
    return { name, in: 'query', required: filled(schema) === schema, schema: said }
  })
}

/** `POST /api/sales/:id/confirm` is `postSalesByIdConfirm`. */
function operationIdOf(endpoint: string): string {
  const [method = '', path = ''] = endpoint.replace(' /api', ' ').split(' ')
  const words = path.replaceAll(':', 'by-').split(/[^a-z]+/i)
  return method.toLowerCase() + words.map(capitalize).join('')
}

/** A schema becomes two components, such as `Settings` and `SettingsInput`, if what can be sent differs from what can be received. */
function componentsOf(named: Map<Schema, NamedSchema>, wanted: { sent: string[]; received: string[] }) {
  const definitions = Object.fromEntries([...named].map(([schema, { name }]) => [name, schema]))
  const about = new Map([...named.values()].map((each) => [each.name, each]))
  const convert = (isRequest: boolean) => {
    const all = Object.entries(toJsonSchemaDefs(definitions, conversion(isRequest)))
    return Object.fromEntries(all.map(([name, schema]) => [name, withComments(schema as Json, about.get(name))]))
  }
  const [requests, answers] = [convert(true), convert(false)]
  const sent = reachedFrom(wanted.sent, requests)
  const received = reachedFrom(wanted.received, answers)
  const isBoth = (name: string) => sent.has(name) && received.has(name)
  const isSame = (name: string) => {
    const text = JSON.stringify(requests[name])
    return text === JSON.stringify(answers[name]) && !text.includes(COMPONENTS)
  }
  const inputOf = (name: string) => (isBoth(name) && !isSame(name) ? `${name}Input` : name)
  const asInput = (schema: Json) =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === '$ref' ? COMPONENTS + inputOf(String(value).slice(COMPONENTS.length)) : value,
    ) as Json
  const all = [
    ...[...received].map((name) => [name, answers[name]] as const),
    ...[...sent].map((name) => [inputOf(name), asInput(requests[name] ?? {})] as const),
  ]
  return {
    schemas: Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    sent: (name: string): Json => ({ $ref: COMPONENTS + inputOf(name) }),
    received: (name: string): Json => ({ $ref: COMPONENTS + name }),
  }
}

function withComments(schema: Json, { about, members = {} }: Partial<NamedSchema> = {}): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, member]) => [
    name,
    members[name] === undefined ? member : { ...member, description: members[name] },
  ])
  return {
    ...(about && { description: about }),
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(properties) as Json }),
  }
}

function reachedFrom(names: readonly string[], schemas: Record<string, Json>): Set<string> {
  const reached = new Set(names)
  // The iteration of a set includes what is added during it.
  for (const name of reached)
    for (const [, inner = ''] of JSON.stringify(schemas[name]).matchAll(REFERENCE)) reached.add(inner)
  return reached
}

const REFERENCE = new RegExp(`"${COMPONENTS}([^"]+)"`, 'g')
