import { posix, win32 } from 'node:path'

import { InvalidOperation } from '../../lib/failures.ts'
import { CLOSING_MS } from '../start/close-on-signal.ts'

const NAME = 'toptill'
const LABEL = 'com.toptill.till'
/** Longer than an orderly shutdown may take, so the system does not kill Toptill while a sale is being sent. */
export const STOP_SECONDS = Math.ceil(CLOSING_MS / 1000) + 10
/** The same as in `npm start` and the image (decision 084). */
export const NODE_OPTIONS = ['--max-semi-space-size=16'] as const

export type Machine = {
  platform: string
  node: string
  program: string
  home: string
  userHome: string
  user: string
  uid: number
  /** Root, or on Windows an administrator. */
  isRoot: boolean
}
export type Line = readonly [program: string, ...args: string[]]
export type Service = {
  file: string
  content: string | Buffer
  /** How `content` names the home and the program. */
  named: { home: string; program: string }
  install: Line[]
  stop: Line[]
  /** Run once it has stopped. */
  forget: Line[]
  status: Line
  log: string
}

export const textOf = (content: Buffer): string =>
  content.toString(content.subarray(0, 2).equals(BYTE_ORDER_MARK) ? 'utf16le' : 'utf8')
const BYTE_ORDER_MARK = Buffer.of(0xff, 0xfe)

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
  const { isRoot, userHome, user, home, program } = machine
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
    named: { home: `"--home" ${quoted(home)}`, program: quoted(program) },
    install: [
      systemctl('daemon-reload'),
      systemctl('enable', '--now', NAME),
      // Without lingering, a user's services stop when the user signs out.
      ...(isRoot ? [] : [['loginctl', 'enable-linger', user] as const]),
    ],
    stop: [systemctl('stop', NAME)],
    forget: [systemctl('disable', NAME)],
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
    named: { home: `${text('--home')}${text(home)}`, program: text(machine.program) },
    install: [['launchctl', 'bootstrap', domain, file]],
    stop: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    forget: [],
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
  const quoted = (...words: string[]) => escapeXml(words.map((word) => `"${word}"`).join(' '))
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
      <Arguments>${quoted(...args)}</Arguments>
      <WorkingDirectory>${escapeXml(home)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
  return {
    file,
    // Task Scheduler expects UTF-16 with a byte order mark.
    content: Buffer.from(`\uFEFF${content}`, 'utf16le'),
    named: { home: quoted('--home', home), program: quoted(machine.program) },
    install: [
      ['schtasks', '/Create', '/TN', NAME, '/XML', file, '/F'],
      ['schtasks', '/Run', '/TN', NAME],
    ],
    stop: [
      // Otherwise the task would be due again within a minute.
      ['schtasks', '/Change', '/TN', NAME, '/DISABLE'],
      ['schtasks', '/End', '/TN', NAME],
    ],
    forget: [['schtasks', '/Delete', '/TN', NAME, '/F']],
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
