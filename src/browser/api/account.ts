import { queryOptions, useMutation } from '@tanstack/react-query'

import type { TryAccount } from '#api/account.ts'
import type { Session } from '#api/session.ts'
import { Secret } from '../lib/secret.ts'
import { call } from './request.ts'
import { useWrite } from './use-write.ts'

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('GET /api/account', { signal }),
})

type Typed = Omit<TryAccount, 'code' | 'token'> & { code: Secret; token: Secret }

export const useTryAccount = () =>
  useMutation({
    mutationFn: ({ code, token, ...others }: Typed) =>
      call('POST /api/account/try', { body: { ...others, code: code.take(), token: token.take() } }),
  })

/** Resolves to the code of the setup link. */
export const useConnectAccount = () =>
  useMutation({
    mutationFn: async ({ code, attempt }: { code: Secret; attempt: string }) => {
      const { setupCode } = await call('POST /api/account/connect', { body: { code: code.take(), attempt } })
      return new Secret(setupCode)
    },
  })

export const useChangeToken = () =>
  useWrite((token: Secret) => call('POST /api/account/token', { body: { token: token.take() } }), {
    changes: [accountQuery],
  })

const LOOK_EVERY_MS = 1_000
const LOOKS = 120
const DEADLINE_MS = 5_000

/** Resolves to the session of the server that has started with the account; `undefined` if it doesn't within minutes. */
export async function waitForStart(signal: AbortSignal): Promise<Session | undefined> {
  for (let looks = 0; looks < LOOKS && !signal.aborted; looks += 1) {
    const session = await call('GET /api/session', { signal, deadlineMs: DEADLINE_MS }).catch(() => undefined)
    if (session && !session.isPractice) return session
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return undefined
}
