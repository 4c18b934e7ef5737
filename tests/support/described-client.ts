import type { Description, Operation } from './described-api.ts'
import { validatorFor } from './described-api.ts'

type Call = { path?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** A client that knows nothing about Toptill except the document: paths, headers, cookies, and what may be sent and received. */
export function clientOf(document: Description, url: string) {
  const validate = validatorFor(document)
  const cookies = new Map<string, string>()
  const operations = new Map<string, { method: string; path: string; operation: Operation }>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(operation.operationId, { method, path, operation })

  return async <T = Record<string, unknown>>(id: string, { path = {}, query = {}, body = {} }: Call = {}) => {
    const found = operations.get(id)
    if (!found) throw new Error(`the document has no operation ${id}`)
    const { method, operation } = found
    const headers: Record<string, string> = { cookie: cookiesFor(operation) }
    for (const each of operation.parameters) {
      const parameter = 'in' in each ? each : document.components.parameters[each.$ref.split('/').at(-1) ?? '']
      if (parameter?.in === 'header' && parameter.required) headers[parameter.name] = url
    }
    const sent = operation.requestBody?.content['application/json']
    if (sent) {
      headers['content-type'] = 'application/json'
      expectRight(`body of ${id}`, validate(sent.schema, body))
    }
    const address = found.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
    const search = new URLSearchParams(query).toString()
    const answer = await fetch(`${url}${address}${search && `?${search}`}`, {
      method: method.toUpperCase(),
      headers,
      ...(sent && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) keep(line)
    return { status: answer.status, body: (await readAnswer(id, operation, answer)) as T }
  }

  /** The cookies of the first choice for which the client has all of them. */
  function cookiesFor({ operationId, security = [] }: Operation): string {
    const choices = security.map((schemes) =>
      Object.keys(schemes).map((scheme) => document.components.securitySchemes[scheme]?.name ?? ''),
    )
    const names = choices.find((each) => each.every((name) => cookies.has(name)))
    if (!names) throw new Error(`${operationId} needs a cookie that was not set`)
    return names.map((name) => `${name}=${cookies.get(name)}`).join('; ')
  }

  function keep(line: string): void {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
    cookies.set(name, value)
  }

  async function readAnswer(id: string, { responses }: Operation, answer: Response): Promise<unknown> {
    const described = responses[answer.status] ?? responses[`${String(answer.status)[0]}XX`]
    const response = described && '$ref' in described ? document.components.responses['Problem'] : described
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const content = response?.content[type]
    if (!content) throw new Error(`${id}: ${answer.status} with ${type} is not described`)
    const value: unknown = await answer.json()
    expectRight(`${answer.status} of ${id}`, validate(content.schema, value))
    return value
  }
}

function expectRight(what: string, problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`${what}: ${problem}`)
}
