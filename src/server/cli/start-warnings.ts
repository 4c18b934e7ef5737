import { existsSync, statSync } from 'node:fs'

import { isLoopback } from '../config/account-schema.ts'
import { BadConfig, hasTls, statusOriginOf, type Config, type Installation, type SecretFile } from '../config/config.ts'
import { isReadableOnTheWay, nameOf } from '../config/database-url.ts'

type Surroundings = {
  env: NodeJS.ProcessEnv
  /** Absent on systems without numeric user ids. */
  userId?: number | undefined
  isDatabaseNear?: boolean
}

/** One sentence per thing to change. Throws `BadConfig` if a real account would be used without verifying the wholesaler's certificate. */
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
        'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates: anybody on the way could pose as the service and take the wallet. Unset it; for a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file.',
      )
    }
    warnings.push(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates: with a real account Toptill would not start.',
    )
  }
  warnings.push(...shops.flatMap(findTokenWarnings), ...secretFiles.flatMap((file) => whyOpen(file, userId)))
  // ALLOW_PLAIN_HTTP declares that network to be private.
  if (isReadableOnTheWay(database) && !(isDatabaseNear && env.ALLOW_PLAIN_HTTP === '1')) {
    warnings.push(
      `DATABASE_URL: what goes to ${nameOf(database)} is not encrypted, so anyone on the way can read customers' numbers and the password: add ?sslmode=verify-full to it.`,
    )
  }
  if (publicOrigin !== undefined && statusOriginOf(settings) === undefined) {
    warnings.push(
      'PUBLIC_ORIGIN begins with http and is not this machine, so waiting slips have no link with which customers follow their sale: serve the till over https, and set that address.',
    )
  }
  if (!isLoopback(settings.host) && !hasTls(settings)) {
    warnings.push(
      `HOST=${settings.host} with ALLOW_PLAIN_HTTP=1: everybody in the network can read PINs, customers' numbers and codes along. Serve https: docs/settings.md says how.`,
    )
  }
  if (env.ALLOW_PLAIN_HTTP === '1' && isLoopback(settings.host) && publicOrigin === undefined) {
    warnings.push(
      `ALLOW_PLAIN_HTTP=1 does nothing while HOST=${settings.host} is this machine alone: to let other devices in, set HOST=0.0.0.0, too.`,
    )
  }
  if (
    settings.ownAddress !== undefined &&
    !isLoopback(new URL(settings.ownAddress).hostname) &&
    isLoopback(settings.host)
  ) {
    warnings.push(
      `OWN_ADDRESS=${settings.ownAddress}: others cannot reach this process there, since HOST=${settings.host} is this machine alone. Set HOST to an address of the network, with a certificate or ALLOW_PLAIN_HTTP=1.`,
    )
  }
  if (!practice && userId === 0) {
    warnings.push(
      'Toptill runs as root, so a fault in it could change anything on this machine: give it a user of its own.',
    )
  }
  return warnings
}

const findTokenWarnings = ({ shop, account }: Config): string[] =>
  account?.token.isShort
    ? [
        `The token of the account${shop ? ` of ${shop.id}` : ''} has fewer than 16 characters, so anyone who sees one signed call could find it by trying: ask the service for a longer one.`,
      ]
    : []

const ROOT = 0

/** Windows reports every file as open, so it is skipped there. */
function whyOpen({ name, file }: SecretFile, userId: number | undefined): string[] {
  // A missing file is reported where it is opened.
  if (process.platform === 'win32' || !existsSync(file)) return []
  const there = statSync(file)
  if ((there.mode & 0o077) !== 0)
    return [`${name}: other users of this machine may open ${file}, which holds a secret: run "chmod 600" on it.`]
  if (there.uid === ROOT || there.uid === userId) return []
  return [`${name}: ${file}, which holds a secret, belongs to another user (${there.uid}), who may read and change it.`]
}
