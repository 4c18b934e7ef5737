import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { RequestRefused } from '../lib/failures.ts'
import { access, type AccessRule } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import { route, type Route } from './route.ts'

/** The parts added here. `tools/openapi.ts` wrote the rest during the build. */
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { name: string }> }
}
type Operation = {
  description?: string
  security?: Record<string, never[]>[]
  responses: Record<string, { description: string }>
}

type Deps = { browserFolder: string; cookies: Pick<Cookies, 'names'>; routes: () => readonly Route[] }

export const openApiRoutes = ({ browserFolder, cookies, routes }: Deps): Route[] => [
  route('GET /api/openapi.json', {
    access: access.supervisor,
    isCompressed: true,
    handle: async () => {
      // Next to the built page. Read each time, because it is long and rarely requested.
      const text = await readFile(join(browserFolder, '..', 'openapi.json'), 'utf8').catch(() => undefined)
      if (text === undefined)
        throw new RequestRefused(404, 'not-found', 'The description of the API is made by a build, and there is none.')
      return withRules(JSON.parse(text) as Description, routes(), cookies.names)
    },
  }),
]

/** What only a running server knows: who may use which route, and the names of its cookies. */
function withRules(description: Description, routes: readonly Route[], names: Cookies['names']): Description {
  for (const [cookie, name] of Object.entries(names)) {
    const scheme = description.components.securitySchemes[cookie]
    if (scheme) scheme.name = name
  }
  for (const { method, path, access: rule, status } of routes) {
    const operation = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!operation) continue
    operation.security = cookiesFor(rule).map((cookies) => Object.fromEntries(cookies.map((cookie) => [cookie, []])))
    operation.description = [operation.description, inWords(rule)].filter(Boolean).join('\n\n')
    const { 200: done } = operation.responses
    if (status && done) operation.responses = { ...operation.responses, 202: { ...done, description: 'Not over yet.' } }
  }
  return description
}

/** The alternative sets of cookies. Where anyone is admitted, the answer still depends on who it is. */
function cookiesFor({ who }: AccessRule): (keyof Cookies['names'])[][] {
  if (who === 'anyone') return [['terminal', 'session'], ['terminal'], []]
  if (who === 'display') return [['display']]
  return who === 'terminal' || who === 'self-order' ? [['terminal']] : [['terminal', 'session']]
}

const WHO: Record<AccessRule['who'], string> = {
  anyone: 'For anyone.',
  display: 'For the customer display of a till.',
  terminal: 'For tills.',
  'self-order': "For self-order tablets and customers' phones.",
  staff: 'For anyone who is signed in.',
  supervisor: 'For supervisors.',
  owner: 'For owners.',
}

function inWords({ who, kiosk, permission, stepUp }: AccessRule): string {
  return [
    WHO[who],
    ...(who === 'staff' && !kiosk ? ['Not at a kiosk.'] : []),
    ...(permission ? [`With the permission \`${permission}\`.`] : []),
    ...(stepUp ? ['With a PIN that was entered in the last five minutes.'] : []),
  ].join(' ')
}
