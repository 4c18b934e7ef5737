import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { spawn } from 'node:child_process'

import { findFreePort, lastLineOf, printProgress, runProgram } from './command.mjs'

const OLDEST_VERSION = 15
const INSTALL_LIMIT_MS = 300_000
const START_LIMIT_MS = 60_000
const DEBIAN_FOLDER = '/usr/lib/postgresql'
/** Tests use memory, because they do not depend on a disk. */
const MEMORY_FOLDER = '/dev/shm'

/** `url` belongs to a user who may create databases. `kill` ends the server like a power cut. */
type RunningPostgres = {
  url: string
  dataFolder: string
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** The newest PostgreSQL on this machine, or `undefined` if none is new enough. */
export function findPostgres(env = process.env) {
  const ofDebian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .filter((name) => Number(name) >= OLDEST_VERSION)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((name) => join(DEBIAN_FOLDER, name, 'bin'))
    : []
  const ofPath = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return [...ofDebian, ...ofPath].find((folder) =>
    ['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, name))),
  )
}

/** If `CI` is set and none is found, root installs the Debian package. */
export async function obtainPostgres(env = process.env) {
  const found = findPostgres(env)
  if (found !== undefined || !env['CI'] || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found
  printProgress('Installing PostgreSQL …')
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, limitMs: INSTALL_LIMIT_MS }
  await runProgram('apt-get', ['update'], options)
  const { code, output } = await runProgram(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'postgresql'],
    options,
  )
  if (code !== 0) printProgress(`That did not work: ${lastLineOf(output)}`)
  return findPostgres(env)
}

/** Starts a new, empty server, in memory or, for benchmarks, on the disk. PostgreSQL does not run as root, so root starts it as another user. */
export async function startPostgres(
  programs: string,
  settings: Record<string, string> = {},
  { isOnDisk = false } = {},
): Promise<RunningPostgres> {
  const isInMemory = !isOnDisk && existsSync(MEMORY_FOLDER)
  const folder = mkdtempSync(join(isInMemory ? MEMORY_FOLDER : tmpdir(), 'toptill-postgres-'))
  const dataFolder = join(folder, 'data')
  const user = process.getuid?.() === 0 ? findOtherUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)

  const run = (program: string, args: string[]) =>
    new Promise((resolve, reject) => {
      const child = spawn(join(programs, program), args, {
        stdio: 'ignore',
        cwd: folder,
        timeout: START_LIMIT_MS,
        ...user,
      })
      child.on('error', reject)
      child.on('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`${program} ended with ${code}`))))
    })
  await run('initdb', [
    '-D',
    dataFolder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const port = await findFreePort()
  const lines = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    ...settings,
  }
  writeFileSync(
    join(dataFolder, 'postgresql.conf'),
    Object.entries(lines)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
  const start = () => run('pg_ctl', ['-D', dataFolder, '-w', '-l', join(folder, 'log'), 'start'])
  const end = (mode: string) => run('pg_ctl', ['-D', dataFolder, '-w', '-m', mode, 'stop'])
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    dataFolder,
    kill: async () => void (await end('immediate')),
    restart: async () => void (await start()),
    stop: async () => {
      await end('immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findOtherUser() {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find(([one]) => one === name)).find(Boolean)
  if (!user) throw new Error('there is no user other than root as whom PostgreSQL could run')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
