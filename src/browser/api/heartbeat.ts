import type { QueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { ProxyFailure, request } from './request.ts'
import { forgetPerson } from './session.ts'

/** A person's hand was at the till. Where that is not heard the till locks sooner, which harms nobody. */
export async function sendHeartbeat(queryClient: QueryClient): Promise<void> {
  try {
    await request('POST', proxyPaths.heartbeat)
  } catch (error) {
    if (error instanceof ProxyFailure && error.failure.code === 'signed-out') forgetPerson(queryClient)
  }
}
