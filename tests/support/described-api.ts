import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'

import { endpoints, type Endpoint } from '#api/endpoints.ts'
import type { Route } from '#server/http/route.ts'
import { describeApi } from '../../tools/openapi.ts'

type Schema = object
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
export type Operation = {
  operationId: string
  description?: string
  security?: Record<string, string[]>[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
export type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, { content: Record<string, { schema: Schema }> }>
    securitySchemes: Record<string, { in: string; name: string }>
  }
}

/** Validates against the document alone, as a program does that knows nothing else about Toptill. */
export function validatorFor({ components }: Description): (schema: Schema, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  ajv.addSchema({ $id: 'api', components })
  const known = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"api#/')
    const validate = known.get(text) ?? ajv.compile(JSON.parse(text) as Schema)
    known.set(text, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

let described: { document: Description; validate: ReturnType<typeof validatorFor> } | undefined

export function describedApi() {
  const document = described?.document ?? (describeApi() as unknown as Description)
  return (described ??= { document, validate: validatorFor(document) })
}

/** Returns what our own schemas accept in an exchange although it does not match the description. */
export function findUndescribed(
  route: Route | undefined,
  { query, body, answer }: { query: unknown; body: unknown; answer?: unknown },
): string | undefined {
  // A server that a test made may have other routes.
  if (!route || endpoints[`${route.method} ${route.path}` as Endpoint]?.answer !== route.answer) return undefined
  const { document, validate } = describedApi()
  const operation = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  if (!operation) return undefined
  const bodySchema = operation.requestBody?.content['application/json'].schema
  const isGoodBody = body !== undefined && bodySchema && route.body && v.is(route.body, body)
  const ofBody = isGoodBody ? validate(bodySchema, body) : undefined
  if (ofBody !== undefined) return `the description rejects this body: ${ofBody}`
  const ofQuery = route.query && v.is(route.query, query) ? validate(queryOf(operation), query) : undefined
  if (ofQuery !== undefined) return `the description rejects this query: ${ofQuery}`
  const answerSchema = operation.responses['200']?.content['application/json']?.schema
  const ofAnswer = answer !== undefined && answerSchema ? validate(answerSchema, answer) : undefined
  return ofAnswer === undefined ? undefined : `the description has another answer: ${ofAnswer}`
}

function queryOf({ parameters }: Operation): Schema {
  const own = parameters.filter((each): each is Parameter => 'in' in each && each.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}
