import { createServer, type AddressInfo } from 'node:net'

/** A free port, because a till with a public origin does not print its local address. */
export function findFreePort(): Promise<string> {
  return new Promise((resolve) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo
      listener.close(() => resolve(String(port)))
    })
  })
}

/** The settings of a till on this machine with which customers follow their sales. */
export async function aPublicOrigin(): Promise<{ PORT: string; PUBLIC_ORIGIN: string }> {
  const PORT = await findFreePort()
  return { PORT, PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}` }
}
