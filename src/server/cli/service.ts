import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, posix, win32 } from 'node:path'

import { InvalidOperation } from '../lib/failures.ts'
import { CLOSING_MS } from './close-on-signal.ts'
import { USAGE } from './help.ts'
import type { Called } from './load-built.ts'
import { UsageError } from './read-command.ts'

const NAME = 'toptill'
const LABEL = 'com.toptill.till'
/** Longer than an orderly shutdown may take, so that the system does not kill Toptill while a sale is being sent. */
const STOP_SECONDS = Math.ceil(CLOSING_MS / 1000) + 10
/** The same as in `npm start` and the image (decision 084). */
export const NODE_OPTIONS = ['--max-semi-space-size=16'] as const

export type Machine = {
  platform: string
  node: string
  program: string
  /** Contains the settings, data and logs. */
  home: string
  userHome: string
  user: string
  uid: number
  /** Root, or on Windows an administrator. */
  isRoot: boolean
}
type Line = readonly [program: string, ...args: string[]]
export type Service = {
  file: string
  content: string | Buffer
  install: Line[]
  remove: Line[]
  status: Line
  /** The command that shows what Toptill prints. */
  log: string
}
/** Returns whether the line succeeded. */
type Run = (line: Line) => boolean

/** What makes Toptill start automatically on `machine`. Throws `InvalidOperation` for an unsupported system. */
export function describeService(machine: Machine): Service {
  switch (machine.platform) {
    case 'linux':
      return systemdService(machine)
    case 'darwin':
      return launchdService(machine)
    case 'win32':
      return scheduledTask(machine)
    default:
      throw new InvalidOperation(
        `Toptill cannot start automatically on ${machine.platform}. Start it with your system's own tools: ${commandOf(machine).join(' ')}`,
      )
  }
}

const commandOf = ({ node, program, home }: Machine): [string, ...string[]] => [
  node,
  ...NODE_OPTIONS,
  program,
  'start',
  '--home',
  home,
]

function systemdService(machine: Machine): Service {
  const { isRoot, userHome, user, home } = machine
  const file = isRoot
    ? `/etc/systemd/system/${NAME}.service`
    : posix.join(userHome, '.config/systemd/user', `${NAME}.service`)
  const systemctl = (...words: string[]): Line => ['systemctl', ...(isRoot ? [] : ['--user']), ...words]
  // In a unit, % begins a specifier and $ a variable.
  const literal = (text: string) => text.replaceAll('%', '%%')
  const quoted = (text: string) =>
    `"${literal(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`
  return {
    file,
    content: [
      '[Unit]',
      'Description=Toptill point of sale',
      ...(isRoot ? ['Wants=network-online.target', 'After=network-online.target'] : []),
      // systemd never gives up restarting it.
      'StartLimitIntervalSec=0',
      '',
      '[Service]',
      'Type=exec',
      ...(isRoot ? [`User=${user}`] : []),
      `WorkingDirectory=${literal(home)}`,
      `ExecStart=${commandOf(machine).map(quoted).join(' ')}`,
      'Restart=always',
      'RestartSec=5',
      `TimeoutStopSec=${STOP_SECONDS}`,
      '',
      '[Install]',
      `WantedBy=${isRoot ? 'multi-user.target' : 'default.target'}`,
      '',
    ].join('\n'),
    install: [
      systemctl('daemon-reload'),
      systemctl('enable', '--now', NAME),
      // Without lingering, a user's services stop when the user signs out.
      ...(isRoot ? [] : [['loginctl', 'enable-linger', user] as const]),
    ],
    remove: [systemctl('disable', '--now', NAME)],
    status: systemctl('is-active', NAME),
    log: `journalctl ${isRoot ? '' : '--user '}-u ${NAME}`,
  }
}

/** launchd and Task Scheduler keep no log of a limited size. */
const withLog = (machine: Machine) => [...commandOf(machine), '--log-to-files'] as [string, ...string[]]

function launchdService(machine: Machine): Service {
  const { isRoot, userHome, user, uid, home } = machine
  const folder = isRoot ? '/Library/LaunchDaemons' : posix.join(userHome, 'Library/LaunchAgents')
  const file = posix.join(folder, `${LABEL}.plist`)
  const domain = isRoot ? 'system' : `gui/${uid}`
  const text = (value: string) => `<string>${escapeXml(value)}</string>`
  const keys = [
    ['Label', text(LABEL)],
    ['ProgramArguments', `<array>${withLog(machine).map(text).join('')}</array>`],
    ['WorkingDirectory', text(home)],
    ...(isRoot ? [['UserName', text(user)]] : []),
    ['RunAtLoad', '<true/>'],
    ['KeepAlive', '<true/>'],
    ['ExitTimeOut', `<integer>${STOP_SECONDS}</integer>`],
  ]
  return {
    file,
    content: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${keys.map(([key, value]) => `  <key>${key}</key>\n  ${value}`).join('\n')}
</dict>
</plist>
`,
    install: [['launchctl', 'bootstrap', domain, file]],
    remove: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    status: ['launchctl', 'print', `${domain}/${LABEL}`],
    log: `tail -f "${posix.join(home, 'logs', 'toptill.log')}"`,
  }
}

/**
 * An administrator may register a task that runs before anyone signs in. `RestartOnFailure` only repeats a start that failed, so the task is also scheduled
 * every minute, which is ignored while it runs.
 */
function scheduledTask(machine: Machine): Service {
  const { home, user, isRoot } = machine
  const [program, ...args] = withLog(machine)
  const file = win32.join(home, 'data', 'toptill-task.xml')
  const content = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger><UserId>${escapeXml(user)}</UserId></LogonTrigger>${isRoot ? '\n    <BootTrigger></BootTrigger>' : ''}
    <TimeTrigger><Repetition><Interval>PT1M</Interval></Repetition><StartBoundary>2026-01-01T00:00:00</StartBoundary></TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author"><UserId>${escapeXml(user)}</UserId><LogonType>${isRoot ? 'S4U' : 'InteractiveToken'}</LogonType></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map((word) => `"${word}"`).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(home)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
  return {
    file,
    // Task Scheduler expects UTF-16 with a byte order mark.
    content: Buffer.from(`\uFEFF${content}`, 'utf16le'),
    install: [
      ['schtasks', '/Create', '/TN', NAME, '/XML', file, '/F'],
      ['schtasks', '/Run', '/TN', NAME],
    ],
    remove: [
      // Otherwise the task would be due again before it is deleted.
      ['schtasks', '/Change', '/TN', NAME, '/DISABLE'],
      ['schtasks', '/End', '/TN', NAME],
      ['schtasks', '/Delete', '/TN', NAME, '/F'],
    ],
    // schtasks names states in the language of the machine.
    status: [
      'powershell',
      '-NoProfile',
      '-Command',
      `exit [int]((Get-ScheduledTask ${NAME} -ErrorAction Ignore).State -ne 'Running')`,
    ],
    log: `Get-Content -Wait "${win32.join(home, 'logs', 'toptill.log')}"`,
  }
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)

/** Stops the service and waits until it has stopped, because launchd returns earlier and would not start it again. Returns whether it stopped. */
function stopService({ remove, status }: Service, run: Run, pause: () => void): boolean {
  // Stopping a service that is not running fails, which doesn't matter.
  for (const line of remove) run(line)
  for (let second = 0; second < STOP_SECONDS; second++) {
    if (!run(status)) return true
    pause()
  }
  return false
}

const stillRuns = ({ remove }: Service) =>
  new InvalidOperation(`Toptill is still running. Stop it with: ${remove.map((line) => line.join(' ')).join('; ')}`)

/** Writes the file and runs the commands that install it. An installed service is stopped first, so that it starts with the current settings. */
export function installService(service: Service, run: Run, pause = sleepOneSecond): void {
  const { file, content, install } = service
  if (existsSync(file) && !stopService(service, run, pause)) throw stillRuns(service)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, { mode: 0o644 })
  const failed = install.find((line) => !run(line))
  if (!failed) return
  throw new InvalidOperation(
    `Toptill does not start automatically yet: "${failed.join(' ')}" failed, as shown above. Correct that, and run this command again.`,
  )
}

export function removeService(service: Service, run: Run, pause = sleepOneSecond): void {
  const hasEnded = stopService(service, run, pause)
  rmSync(service.file, { force: true })
  if (!hasEnded) throw stillRuns(service)
}

function sleepOneSecond(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

/** This machine, and the user that Toptill runs as (for root, the owner of the home folder). */
function describeMachine({ program, home }: { program: string; home: string }): Machine {
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

/** Runs a line. Its output is shown only if the line changes something. */
const runnerOf =
  ({ status }: Service): Run =>
  (line) => {
    const [program, ...args] = line
    return (
      spawnSync(program, args, { stdio: line === status ? 'ignore' : ['ignore', 'inherit', 'inherit'] }).status === 0
    )
  }

/** Returns the exit code. Throws `UsageError` and `InvalidOperation`. */
export async function runService(
  [action, ...more]: readonly string[],
  place: Pick<Called, 'program'> & { home: string },
  say: (text: string) => void,
): Promise<number> {
  if (more.length > 0 || !['install', 'restart', 'remove', 'status'].includes(action ?? ''))
    throw new UsageError(USAGE.service)
  const service = describeService(describeMachine(place))
  const run = runnerOf(service)
  const isInstalled = existsSync(service.file)
  if (action === 'install') {
    installService(service, run)
    say(`Toptill starts automatically from now on (${service.file}). What it prints: ${service.log}`)
  } else if (action === 'restart') {
    if (!isInstalled)
      throw new InvalidOperation('Toptill does not start automatically. Install it first: toptill service install')
    installService(service, run)
    say('Toptill was restarted.')
  } else if (action === 'remove') {
    removeService(service, run)
    say('Toptill no longer starts automatically. Your data and settings are still here.')
  } else {
    const isRunning = isInstalled && run(service.status)
    say(
      isInstalled
        ? `Toptill starts automatically (${service.file}) and ${isRunning ? 'is running' : 'is not running'}.`
        : 'Toptill does not start automatically. Install it with: toptill service install',
    )
    return isRunning ? 0 : 1
  }
  return 0
}
