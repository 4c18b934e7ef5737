import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, posix, win32 } from 'node:path'
import { pathToFileURL } from 'node:url'

import { CommandError, printProgress, rootFolder, runCommand } from './command.mjs'
import { CLOSING_MS, prepare, readNodeOptions } from './start-till.mjs'

const USAGE = `npm run service -- install
Starts Toptill automatically from now on: with systemd on Linux, launchd on macOS, and Task Scheduler on Windows. It is started again after a crash.
On Linux, it starts with the computer; on macOS and Windows, when you sign in. Run as root on Linux or macOS, it starts with the computer as the owner of this folder.

npm run service -- restart
Stops it and starts it again, as after a change of the settings.

npm run service -- remove
Stops it and no longer starts it automatically. Data and settings stay.

npm run service -- status
Says whether it is installed and running.`

const NAME = 'toptill'
const LABEL = 'com.toptill.till'
/** Longer than a start that closes in order may take, so that no system ends it while a sale is being sent. */
const STOP_SECONDS = Math.ceil(CLOSING_MS / 1000) + 10

/**
 * @typedef {{ platform: string, root: string, node: string, nodeOptions: string[], home: string, user: string, uid: number, isRoot: boolean }} Machine
 * @typedef {[program: string, ...args: string[]]} Line
 * @typedef {{ file: string, content: string | Buffer, install: Line[], remove: Line[], status: Line, log: string }} Service
 *   `log`: the command that shows what Toptill prints.
 */

/** What makes Toptill start automatically on `machine`. Throws a `CommandError` for a system that has no such thing. */
export function describeService(/** @type {Machine} */ machine) {
  switch (machine.platform) {
    case 'linux':
      return systemdService(machine)
    case 'darwin':
      return launchdService(machine)
    case 'win32':
      return scheduledTask(machine)
    default:
      throw new CommandError(
        `Toptill cannot start automatically on ${machine.platform}. Start it with your system's own tools: node tools/toptill.mjs start, in ${machine.root}.`,
      )
  }
}

const commandOf = (/** @type {Machine} */ { platform, node, nodeOptions, root }) => [
  node,
  ...nodeOptions,
  (platform === 'win32' ? win32 : posix).join(root, 'tools', 'toptill.mjs'),
  'start',
]

/** @returns {Service} */
function systemdService(/** @type {Machine} */ machine) {
  const { isRoot, home, user, root } = machine
  const file = isRoot
    ? `/etc/systemd/system/${NAME}.service`
    : posix.join(home, '.config/systemd/user', `${NAME}.service`)
  const systemctl = (/** @type {string[]} */ ...words) =>
    /** @type {Line} */ (['systemctl', ...(isRoot ? [] : ['--user']), ...words])
  // In a unit, % begins a specifier and $ a variable.
  const literal = (/** @type {string} */ text) => text.replaceAll('%', '%%')
  const quoted = (/** @type {string} */ text) =>
    `"${literal(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`
  return {
    file,
    content: [
      '[Unit]',
      'Description=Toptill point of sale',
      ...(isRoot ? ['Wants=network-online.target', 'After=network-online.target'] : []),
      // It is started again as often as that takes.
      'StartLimitIntervalSec=0',
      '',
      '[Service]',
      'Type=exec',
      ...(isRoot ? [`User=${user}`] : []),
      `WorkingDirectory=${literal(root)}`,
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
      // Without lingering, a user's services end when the user signs out.
      ...(isRoot ? [] : [/** @type {Line} */ (['loginctl', 'enable-linger', user])]),
    ],
    remove: [systemctl('disable', '--now', NAME)],
    status: systemctl('is-active', NAME),
    log: `journalctl ${isRoot ? '' : '--user '}-u ${NAME}`,
  }
}

/** @returns {Service} */
function launchdService(/** @type {Machine} */ machine) {
  const { isRoot, home, user, uid, root } = machine
  const folder = isRoot ? '/Library/LaunchDaemons' : posix.join(home, 'Library/LaunchAgents')
  const file = posix.join(folder, `${LABEL}.plist`)
  const log = isRoot ? `/Library/Logs/${NAME}.log` : posix.join(home, 'Library/Logs', `${NAME}.log`)
  const domain = isRoot ? 'system' : `gui/${uid}`
  const text = (/** @type {string} */ value) => `<string>${escapeXml(value)}</string>`
  const keys = [
    ['Label', text(LABEL)],
    ['ProgramArguments', `<array>${commandOf(machine).map(text).join('')}</array>`],
    ['WorkingDirectory', text(root)],
    ...(isRoot ? [['UserName', text(user)]] : []),
    ['RunAtLoad', '<true/>'],
    ['KeepAlive', '<true/>'],
    ['ExitTimeOut', `<integer>${STOP_SECONDS}</integer>`],
    ['StandardOutPath', text(log)],
    ['StandardErrorPath', text(log)],
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
    log: `tail -f ${log}`,
  }
}

/** @returns {Service} */
function scheduledTask(/** @type {Machine} */ machine) {
  const { root, user } = machine
  const [program = '', ...args] = commandOf(machine)
  const file = win32.join(root, 'data', 'toptill-task.xml')
  const content = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger><UserId>${escapeXml(user)}</UserId></LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author"><UserId>${escapeXml(user)}</UserId><LogonType>InteractiveToken</LogonType></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(program)}</Command>
      <Arguments>${escapeXml(args.map((word) => `"${word}"`).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(root)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
  return {
    file,
    // Task Scheduler reads UTF-16 with its mark.
    content: Buffer.from(`\uFEFF${content}`, 'utf16le'),
    install: [
      ['schtasks', '/Create', '/TN', NAME, '/XML', file, '/F'],
      ['schtasks', '/Run', '/TN', NAME],
    ],
    remove: [
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
    log: `schtasks /Query /TN ${NAME} /V /FO LIST`,
  }
}

const escapeXml = (/** @type {string} */ text) =>
  text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)

/**
 * Stops the service, and waits until it has ended: launchd returns before that, and would not start it again. Returns whether it ended.
 * @param {Service} service
 * @param {(line: Line) => boolean} run
 * @param {() => void} pause
 */
function stopService({ remove, status }, run, pause) {
  // One that is not running cannot be stopped, which is no failure.
  for (const line of remove) run(line)
  for (let second = 0; second < STOP_SECONDS; second++) {
    if (!run(status)) return true
    pause()
  }
  return false
}

const stillRuns = (/** @type {Service} */ { remove }) =>
  new CommandError(`Toptill is still running. Stop it with: ${(remove[0] ?? []).join(' ')}`)

/**
 * Writes the file and runs what installs it. An installed service is stopped first, so that it starts with the present settings.
 * @param {Service} service
 * @param {(line: Line) => boolean} run
 */
export function installService(service, run, pause = sleepOneSecond) {
  const { file, content, install } = service
  if (existsSync(file) && !stopService(service, run, pause)) throw stillRuns(service)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, { mode: 0o644 })
  const failed = install.find((line) => !run(line))
  if (!failed) return
  throw new CommandError(
    `Toptill does not start automatically yet: "${failed.join(' ')}" failed, as shown above. Correct that, and run this command again.`,
  )
}

/**
 * Stops it and removes its file.
 * @param {Service} service
 * @param {(line: Line) => boolean} run
 */
export function removeService(service, run, pause = sleepOneSecond) {
  const hasEnded = stopService(service, run, pause)
  rmSync(service.file, { force: true })
  if (!hasEnded) throw stillRuns(service)
}

function sleepOneSecond() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
}

/** This machine, and the person whom Toptill runs as: as root, the owner of the folder. */
function describeMachine() {
  const { uid, username, homedir: home } = userInfo()
  const isRoot = uid === 0
  const owner = isRoot ? statSync(rootFolder).uid : uid
  return {
    platform: process.platform,
    root: rootFolder,
    node: process.execPath,
    nodeOptions: readNodeOptions(),
    home: home || homedir(),
    user: isRoot ? nameOf(owner) : username,
    uid,
    isRoot,
  }
}

const nameOf = (/** @type {number} */ uid) =>
  spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim() || String(uid)

/**
 * Runs a line. What changes something is shown; what only asks is not.
 * @param {Service} service
 */
const runnerOf =
  ({ status }) =>
  (/** @type {Line} */ line) => {
    const [program, ...args] = line
    return (
      spawnSync(program, args, { stdio: line === status ? 'ignore' : ['ignore', 'inherit', 'inherit'] }).status === 0
    )
  }

async function runService(/** @type {string[]} */ words) {
  const [action, ...more] = words
  if (more.length > 0 || !['install', 'restart', 'remove', 'status'].includes(action ?? ''))
    throw new CommandError(USAGE)
  const service = describeService(describeMachine())
  const run = runnerOf(service)
  if (action === 'install') {
    // Everything slow or wrong shows here, and not in the log of a service.
    await prepare()
    installService(service, run)
    printProgress(`Toptill starts automatically from now on (${service.file}). What it prints: ${service.log}`)
  } else if (action === 'restart') {
    if (!existsSync(service.file))
      throw new CommandError('Toptill does not start automatically. Install it first: npm run service -- install')
    installService(service, run)
    printProgress('Toptill was restarted.')
  } else if (action === 'remove') {
    removeService(service, run)
    printProgress('Toptill no longer starts automatically. Your data and settings are still here.')
  } else {
    const installed = existsSync(service.file)
    const running = run(service.status)
    console.log(
      installed
        ? `Toptill starts automatically (${service.file}) and ${running ? 'is running' : 'is not running'}.`
        : 'Toptill does not start automatically. Install it with: npm run service -- install',
    )
    if (!installed || !running) process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runCommand(() => runService(process.argv.slice(2)), USAGE)
