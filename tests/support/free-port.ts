import { findFreePort } from '../../tools/command.mjs'

/** The settings of a till on this machine with a status page. */
export async function aPublicOrigin(): Promise<{ PORT: string; PUBLIC_ORIGIN: string }> {
  const PORT = await findFreePort()
  return { PORT, PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}` }
}
