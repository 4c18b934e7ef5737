import type { FastifyInstance } from 'fastify'

import { BadConfig, type ProcessConfig } from '../config/config.ts'

const CLOSE_TIMEOUT_MS = 2_000

/** An address of another machine, an invalid address or an unknown name. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])

/** Returns the till's URL. Throws `BadConfig` if `host` or `port` cannot be used. */
export async function listen(app: FastifyInstance, { host, port, tls, publicOrigin }: ProcessConfig): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new BadConfig(
        `Port ${port} on ${host} is in use by another program, perhaps by a Toptill that is already running. Close it, or write another port, such as PORT=8081, into the file .env in Toptill's folder, and start again.`,
      )
    }
    if (code === 'EACCES')
      throw new BadConfig(`Port ${port} needs rights this user does not have. Set PORT above 1023.`)
    if (code !== undefined && NOT_HERE.has(code)) {
      throw new BadConfig(
        `HOST=${host} is not an address of this machine (${code}). Set HOST to one, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      )
    }
    throw error
  }
  if (publicOrigin) return publicOrigin
  const address = app.server.address()
  const realPort = typeof address === 'object' && address ? address.port : port
  // Without TLS this is an IP address, because the first till's cookie was set for it before other machines could connect. A certificate needs a name.
  const here = tls ? 'localhost' : '127.0.0.1'
  const name = host === '0.0.0.0' || host === '::' ? here : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${realPort}`
}

/** Waits at least until `answered`. Browsers open connections in advance; Node counts them as busy and would wait a minute for each. */
export async function closeServer(app: FastifyInstance, answered?: Promise<unknown>): Promise<void> {
  const closed = app.close()
  await answered
  const rest = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await closed
  clearTimeout(rest)
}
