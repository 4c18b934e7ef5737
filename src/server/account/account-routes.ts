import type { FastifyRequest } from 'fastify'

import type { Config } from '../config/config.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { isFromHere } from '../http/from-here.ts'
import { route, type Route } from '../http/route.ts'
import { RequestRefused } from '../lib/failures.ts'
import { access, actorOf } from '../staff/access.ts'
import type { Denials } from '../staff/denials.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { changeToken, type Connecting } from './connecting.ts'

type Deps = {
  config: Pick<Config, 'account' | 'accountFile' | 'keyFloor' | 'publicOrigin' | 'trustProxy'>
  connecting: Connecting | undefined
  restartWhenIdle: (() => void) | undefined
  wholesaler: Pick<Wholesaler, 'tryToken'>
  staff: { audit: Pick<AuditLog, 'append'>; denials: Pick<Denials, 'recordWrongCode'> }
}

export function accountRoutes({ config, connecting, restartWhenIdle, wholesaler, staff }: Deps): Route[] {
  const { account, accountFile, keyFloor, publicOrigin, trustProxy } = config
  // Behind a web server no request counts as one of this computer.
  const isChangeable = account?.isConnected && publicOrigin === undefined && trustProxy === undefined

  function requireConnecting(request: FastifyRequest): Connecting {
    if (!connecting) throw new RequestRefused(404, 'not-found', 'There is no account to connect here.')
    requireHere(request)
    return connecting
  }

  function requireHere(request: FastifyRequest): void {
    if (isFromHere(request, config)) return
    throw new RequestRefused(403, 'not-allowed', 'Do this in a browser on the computer that runs Toptill.')
  }

  async function refuseCode(request: FastifyRequest): Promise<never> {
    await staff.denials.recordWrongCode(request)
    throw new RequestRefused(401, 'wrong-code', 'This link is wrong, used or too old. Restart Toptill for a new one.')
  }

  return [
    route('POST /api/account/try', {
      // Before the shop has people: the link is the right to do it.
      access: access.anyone,
      handle: async ({ body, request }) => {
        const tried = await requireConnecting(request).try(body)
        return tried === 'wrong-code' ? refuseCode(request) : tried
      },
    }),
    route('POST /api/account/connect', {
      access: access.anyone,
      handle: async ({ body, request }) => {
        const connected = requireConnecting(request).connect(body)
        return connected === 'wrong-code' ? refuseCode(request) : connected
      },
    }),
    route('GET /api/account', {
      access: access.supervisor,
      handle: async ({ request }) => {
        if (!account) throw new RequestRefused(409, 'in-practice', 'In practice there is no account.')
        const { baseUrl, posId, tokenFile: file } = account
        const where = isFromHere(request, config) ? ('here' as const) : ('elsewhere' as const)
        const change = isChangeable && restartWhenIdle ? where : ('settings' as const)
        return { baseUrl, posId, change, ...(file !== undefined && { file }) }
      },
    }),
    route('POST /api/account/token', {
      access: access.stepUp,
      handle: async ({ body, request }) => {
        if (!isChangeable || !restartWhenIdle || accountFile === undefined)
          throw new RequestRefused(
            409,
            'wrong-state',
            'The token is in the settings. Change it there, and restart Toptill.',
          )
        requireHere(request)
        const tried = await changeToken(body.token, {
          account,
          accountFile,
          keyFloor,
          tryToken: wholesaler.tryToken,
          changed: () => staff.audit.append({ kind: 'account-token-changed', ...actorOf(request) }),
        })
        if (tried.name !== undefined) restartWhenIdle()
        return tried
      },
    }),
  ]
}
