import { existsSync, statSync } from 'node:fs'

import { isLoopback } from '../../config/account-schema.ts'
import {
  BadConfig,
  hasTls,
  statusOriginOf,
  type Config,
  type Installation,
  type SecretFile,
} from '../../config/config.ts'
import { isReadableOnTheWay, nameOf } from '../../config/database-url.ts'

type Surroundings = {
  env: NodeJS.ProcessEnv
  /** Absent on systems without numeric user ids. */
  userId?: number | undefined
  isDatabaseNear?: boolean
}

/** One message for each thing to change. Throws `BadConfig` if a real account would be used without verifying the wholesaler's certificate. */
export function findWarnings(
  { settings, shops, warnings: ofFile, secretFiles }: Installation,
  { env, userId = process.getuid?.(), isDatabaseNear = false }: Surroundings,
): string[] {
  const warnings: string[] = [...ofFile]
  const { database, publicOrigin } = settings
  const { practice } = shops[0]
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    if (!practice) {
      throw new BadConfig(
        'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so anyone on the way could pose as the provider and spend the wallet. Unset it. For your own certificate authority, set NODE_EXTRA_CA_CERTS to its file.',
      )
    }
    warnings.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks. With a real account, Toptill would not start.',
    )
  }
  warnings.push(...shops.flatMap(findTokenWarnings), ...secretFiles.flatMap((file) => whyOpen(file, userId)))
  // ALLOW_PLAIN_HTTP declares that network to be private.
  if (isReadableOnTheWay(database) && !(isDatabaseNear && env.ALLOW_PLAIN_HTTP === '1')) {
    warnings.push(
      `DATABASE_URL: the connection to ${nameOf(database)} is not encrypted, so anyone on the way can read customers' numbers and the password. Add ?sslmode=verify-full to it.`,
    )
  }
  if (publicOrigin !== undefined && statusOriginOf(settings) === undefined) {
    warnings.push(
      'PUBLIC_ORIGIN begins with http and is not this machine, so waiting slips have no link where customers can track their sale. Serve the till over https, and set that address.',
    )
  }
  if (!isLoopback(settings.host) && !hasTls(settings)) {
    warnings.push(
      `HOST=${settings.host} with ALLOW_PLAIN_HTTP=1: anyone on this network can read PINs, customers' numbers and codes. Use https: see docs/owners/more-tills-and-https.md.`,
    )
  }
  if (env.ALLOW_PLAIN_HTTP === '1' && isLoopback(settings.host) && publicOrigin === undefined) {
    warnings.push(
      `ALLOW_PLAIN_HTTP=1 has no effect while HOST=${settings.host} is this machine only. To let other devices connect, set HOST=0.0.0.0, too.`,
    )
  }
  if (!practice && userId === 0) {
    warnings.push(
      'Toptill is running as root, so a fault in it could change anything on this machine. Run it as a separate user.',
    )
  }
  return warnings
}

const findTokenWarnings = ({ shop, account }: Config): string[] =>
  account?.token.isShort
    ? [
        `The token of the account${shop ? ` of ${shop.id}` : ''} has fewer than 16 characters, so anyone who sees one signed request could guess it. Ask the provider for a longer one.`,
      ]
    : []

const ROOT = 0

/** Windows reports every file as open, so it is skipped there. */
function whyOpen({ name, file }: SecretFile, userId: number | undefined): string[] {
  // A missing file is reported where it is opened.
  if (process.platform === 'win32' || !existsSync(file)) return []
  const there = statSync(file)
  if ((there.mode & 0o077) !== 0)
    return [`${name}: other users of this machine can open ${file}, which contains a secret. Run "chmod 600" on it.`]
  if (there.uid === ROOT || there.uid === userId) return []
  return [
    `${name}: ${file}, which contains a secret, belongs to another user (${there.uid}), who can read and change it.`,
  ]
}
