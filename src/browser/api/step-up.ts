import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'

/** The own PIN once more. It is no mutation: those keep what they were asked with. */
export async function prove(pin: string): Promise<void> {
  await request('POST', proxyPaths.stepUp, { body: { pin } })
}
