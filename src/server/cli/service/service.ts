import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { InvalidOperation } from '../../lib/failures.ts'
import { describeService, STOP_SECONDS, type Line, type Machine, type Service } from './describe-service.ts'
import { USAGE } from '../help.ts'
import type { Called } from '../load-built.ts'
import { UsageError } from '../read-command.ts'

/** Has `run` of the system's commands, which returns whether the line succeeded, and a pause of a second. */
export type Manager = { run: (line: Line) => Promise<boolean>; pause: () => Promise<unknown> }

/** Waits until it has stopped, because launchd returns earlier and would not start it again. Throws `InvalidOperation`. */
export async function stopService({ stop, status }: Service, { run, pause }: Manager): Promise<void> {
  // Stopping a service that is not running fails, which doesn't matter.
  for (const line of stop) await run(line)
  for (let second = 0; second < STOP_SECONDS; second++) {
    if (!(await run(status))) return
    await pause()
  }
  throw new InvalidOperation(`Toptill is still running. Stop it with: ${stop.map((line) => line.join(' ')).join('; ')}`)
}

/** An installed service is stopped first, so it starts with the current settings. */
export async function installService(service: Service, manager: Manager): Promise<void> {
  const { file, content, install } = service
  if (existsSync(file)) await stopService(service, manager)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, { mode: 0o644 })
  for (const line of install) {
    if (await manager.run(line)) continue
    throw new InvalidOperation(
      `Toptill does not start automatically yet: "${line.join(' ')}" failed, as shown above. Correct that, and run this command again.`,
    )
  }
}

export async function removeService(service: Service, manager: Manager): Promise<void> {
  try {
    await stopService(service, manager)
  } finally {
    for (const line of service.forget) await manager.run(line)
    rmSync(service.file, { force: true })
  }
}

type Place = Pick<Called, 'program'> & { home: string }

/** This machine, and the user that Toptill runs as (for root, the owner of the home folder). */
function describeMachine({ program, home }: Place): Machine {
  const { uid, username, homedir: userHome } = userInfo()
  const { platform } = process
  // `fltmc` works only for administrators.
  const isRoot = platform === 'win32' ? spawnSync('fltmc', { stdio: 'ignore' }).status === 0 : uid === 0
  return {
    platform,
    node: process.execPath,
    program,
    home,
    userHome: userHome || homedir(),
    user: isRoot && platform !== 'win32' ? nameOf(statSync(home).uid) : username,
    uid,
    isRoot,
  }
}

const nameOf = (uid: number) => spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim() || String(uid)

/** The output of a line is shown only if the line changes something. */
const managerOf = ({ status }: Service): Manager => ({
  run: (line) =>
    new Promise((resolve) => {
      const [program, ...args] = line
      const stdio = line === status ? 'ignore' : 'inherit'
      spawn(program, args, { stdio: ['ignore', stdio, stdio] })
        .once('error', () => resolve(false))
        .once('close', (code) => resolve(code === 0))
    }),
  pause: () => elapsed(1_000),
})

/** `ofRoot`: the file of a service that only root can replace. */
export function findService(place: Place) {
  const machine = describeMachine(place)
  const service = describeService(machine)
  const { file } = describeService({ ...machine, isRoot: true })
  return {
    service,
    manager: managerOf(service),
    isInstalled: existsSync(service.file),
    ofRoot: file !== service.file && existsSync(file) ? file : undefined,
  }
}

/** Returns the exit code. Throws `UsageError` and `InvalidOperation`. */
export async function runService(
  [action, ...more]: readonly string[],
  place: Place,
  say: (text: string) => void,
): Promise<number> {
  if (more.length > 0 || !['install', 'restart', 'remove', 'status'].includes(action ?? ''))
    throw new UsageError(USAGE.service)
  const { service, manager, isInstalled } = findService(place)
  if (action === 'install') {
    await installService(service, manager)
    say(`Toptill starts automatically from now on (${service.file}). What it prints: ${service.log}`)
  } else if (action === 'restart') {
    if (!isInstalled)
      throw new InvalidOperation('Toptill does not start automatically. Install it first: toptill service install')
    await installService(service, manager)
    say('Toptill was restarted.')
  } else if (action === 'remove') {
    await removeService(service, manager)
    say('Toptill no longer starts automatically. Your data and settings are still here.')
  } else {
    const isRunning = isInstalled && (await manager.run(service.status))
    say(
      isInstalled
        ? `Toptill starts automatically (${service.file}) and ${isRunning ? 'is running' : 'is not running'}.`
        : 'Toptill does not start automatically. Install it with: toptill service install',
    )
    return isRunning ? 0 : 1
  }
  return 0
}
