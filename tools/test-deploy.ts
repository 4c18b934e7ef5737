import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ulid } from 'ulid'

import { openTill } from '../bench/support/tills.ts'
import { buildWhenStale } from './build.mjs'
import { CommandError, findFreePort, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'
import { buildLaterVersion, LATER_VERSION } from './later-version.ts'
import { makeArchive, makePackage, PLATFORMS } from './release.ts'
import { obtainChromium } from './find-chromium.ts'
import { tryBareMachine, tryNodes } from './test-deploy/machines.ts'
import { tryWindows } from './test-deploy/windows.ts'
import { run, start, waitUntilReady, type Made, type Started } from './test-deploy/process.ts'
import { printStep, type Counts, type Failure } from './test-reports.ts'

const USAGE = `npm run test:deploy [-- NAME]
Checks the alert rules, installs the npm package with each supported Node, starts the archive on a machine with nothing else and the one for Windows with
Wine, builds the image with Podman and starts it, and starts the systemd unit with the archive of this version, which is then installed as a service and
upgraded to a later version. Sells in practice in each of them, in Chromium in the first two. It has to be root on Linux. What needs a program that is missing
is skipped. Nothing is kept. NAME, such as image, runs only that one.`

const IMAGE = 'toptill:test'
const BASE = 'node:24-bookworm-slim'
const scriptOf = (name: string) => join(rootFolder, 'tools', 'test-deploy', `${name}.sh`)
const deploy = join(rootFolder, 'deploy')
const MAX_IMAGE_MB = 200
/** Sold at once by the simulated provider. The same number again would count as a duplicate. */
const nextSale = () => ({ kind: 'direct', serviceId: 'qamra-rc', account: String(nextAccount++), amount: '25' })
let nextAccount = 971_501_000_001

type Trial = {
  name: string
  programs: string[]
  needs?: 'root' | 'browser' | 'both'
  image?: string
  try: (made: Made) => Promise<void>
}

const TRIALS: Trial[] = [
  { name: 'alert rules', programs: ['promtool', 'amtool'], try: checkRules },
  { name: 'npm package', programs: ['npm'], needs: 'browser', try: tryNodes },
  { name: 'machine without Node', programs: ['chroot', 'ldd'], needs: 'both', try: tryBareMachine },
  {
    name: 'archive for Windows',
    programs: ['wine', 'wineserver', 'x86_64-w64-mingw32-gcc', 'unzip'],
    needs: 'browser',
    try: tryWindows,
  },
  { name: 'image', programs: ['podman', 'crun', 'unshare', 'nsenter'], needs: 'root', image: BASE, try: tryImage },
  {
    name: 'systemd unit',
    programs: ['/usr/lib/systemd/systemd', 'unshare', 'nsenter', 'useradd'],
    needs: 'root',
    try: tryUnit,
  },
]

export async function testDeploy(only?: string): Promise<{ counts: Counts; failures: Failure[] }> {
  await buildWhenStale()
  const [counts, failures]: [Counts, Failure[]] = [{ passed: 0, failed: 0, leftOut: 0, notRun: 0 }, []]
  const folder = mkdtempSync(join(tmpdir(), 'toptill-deploy-'))
  const made = { folder, ...(await makePackage(rootFolder, folder)) }
  for (const trial of TRIALS.filter(({ name }) => only === undefined || name === only)) {
    const { name } = trial
    const missing = await findMissing(trial)
    const startedAt = performance.now()
    const text = missing ? '' : await trial.try(made).then(() => '', String)
    if (missing) printProgress(`${name}: skipped, because ${missing}.`)
    else printStep(name, text === '', performance.now() - startedAt, text)
    if (text) failures.push({ name, text })
    counts[missing ? 'notRun' : text ? 'failed' : 'passed'] += 1
  }
  rmSync(folder, { recursive: true, force: true })
  return { counts, failures }
}

async function findMissing({ programs, needs, image }: Trial): Promise<string | undefined> {
  if ((needs === 'root' || needs === 'both') && process.getuid?.() !== 0) return 'only root can do that'
  for (const program of programs)
    if ((await runProgram('sh', ['-c', `command -v ${program}`])).code !== 0) return `there is no ${program}`
  if ((needs === 'browser' || needs === 'both') && (await obtainChromium()) === undefined) return 'there is no Chromium'
  if (image === undefined || (await runProgram('podman', ['image', 'exists', image])).code === 0) return undefined
  return (await runProgram('podman', ['pull', image])).code === 0 ? undefined : `the image ${image} cannot be pulled`
}

async function checkRules() {
  const file = (name: string) => join(deploy, 'prometheus', name)
  await run('promtool', 'test', 'rules', file('alerts.test.yml'))
  await run('promtool', 'check', 'config', '--syntax-only', file('prometheus.yml'))
  await run('amtool', 'check-config', file('alertmanager.yml'))
}

async function tryImage({ folder, version, file }: Made) {
  const context = join(folder, 'image')
  mkdirSync(context)
  for (const name of ['Dockerfile', '.dockerignore', 'health-check.sh']) cpSync(join(deploy, name), join(context, name))
  cpSync(file, join(context, 'toptill.tgz'))
  const podman = (...words: string[]) => ['--mount', 'sh', scriptOf('podman'), join(folder, 'null'), ...words]
  const named = ['--tag', IMAGE, '--build-arg', `VERSION=${version}`]
  await run(
    'unshare',
    ...podman('build', '--isolation', 'chroot', '--layers=false', '--format', 'docker', ...named, context),
  )
  const added = (await sizeOf(IMAGE)) - (await sizeOf(BASE))
  printProgress(`image: ${added.toFixed(0)} MB more than ${BASE} (at most ${MAX_IMAGE_MB})`)
  if (added > MAX_IMAGE_MB) throw new CommandError(`The image has ${added.toFixed(0)} MB more than ${BASE}.`)

  const port = await findFreePort()
  const settings = ['--env', 'HOST=127.0.0.1', '--env', `PORT=${port}`]
  const safe = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  const container = start('unshare', podman('run', '--rm', '--cgroups=disabled', ...safe, ...settings, IMAGE))
  try {
    await sellAt(port, container)
  } finally {
    container.child.kill('SIGTERM')
    await container.ended
    await runProgram('podman', ['rmi', '--force', IMAGE])
  }
  if (container.child.exitCode !== 0) throw new CommandError(`It does not stop in order:\n${container.output()}`)
}

const sizeOf = async (image: string) =>
  Number(await run('podman', 'image', 'inspect', '--format', '{{.Size}}', image)) / 1e6

async function tryUnit({ folder, version, file }: Made) {
  const platform = PLATFORMS.find(({ id }) => id === `linux-${process.arch}`)
  if (!platform) throw new CommandError(`There is no archive for ${process.arch}.`)
  const archive = await makeArchive(platform, { version, file, folder, temporary: folder })
  const later = await makePackage(await buildLaterVersion(folder), folder)
  const laterArchive = await makeArchive(platform, { ...later, folder, temporary: folder })
  const [settings, root, port] = [join(folder, 'settings'), join(folder, 'systemd'), await findFreePort()]
  writeFileSync(settings, `TOPUP_TOKEN_FILE=\nPORT=${port}\n`)
  mkdirSync(root)
  const spaces = ['--mount', '--pid', '--fork', '--uts', '--ipc', '--cgroup', '--kill-child']
  const machine = start('unshare', [...spaces, 'sh', scriptOf('boot'), root, archive, laterArchive, settings])
  try {
    await sellAt(port, machine)
    const { pid } = machine.child
    const first = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const inside: Inside = (...words) => runProgram('nsenter', ['--target', first, '--all', ...words])
    await expectCode(0, inside('toptill', 'staff', 'list'))
    await expectCode(0, inside('systemctl', 'stop', 'toptill'))
    const ended = await expectCode(0, inside('systemctl', 'show', '--property=Result,ExecMainStatus', 'toptill'))
    if (!/^Result=success$/m.test(ended) || !/^ExecMainStatus=0$/m.test(ended)) throw new CommandError(ended)
    await tryUpgrade(inside, port, machine)
    await inside('systemctl', 'exit')
    await machine.ended
  } finally {
    machine.child.kill('SIGKILL')
    await machine.ended
  }
}

type Inside = (...words: string[]) => ReturnType<typeof runProgram>

async function expectCode(expected: number, running: ReturnType<Inside>): Promise<string> {
  const { code, output } = await running
  if (code !== expected) throw new CommandError(`It ended with ${code}:\n${output}`)
  return output
}

/** As an owner does it, with the service of `toptill service install` instead of the unit. */
async function tryUpgrade(inside: Inside, port: string, machine: Started) {
  const home = '/srv/shop'
  const command = (name: string, ...words: string[]) => inside(`/opt/${name}/toptill`, ...words, '--home', home)
  await expectCode(0, inside('rm', '/etc/systemd/system/toptill.service'))
  await expectCode(0, inside('install', '-d', '-o', 'toptill', home))
  await expectCode(0, inside('sh', '-c', `echo PORT=${port} > ${home}/.env`))
  await expectCode(0, command('toptill', 'service', 'install'))
  const id = await sellAt(port, machine)

  // Without time to start, the later version does not sell.
  const refused = await expectCode(1, command('toptill-later', 'upgrade', '--wait', '0'))
  if (!refused.includes('The earlier version runs again. The database is as it was')) throw new CommandError(refused)
  const again = await sellAt(port, machine)
  await expectCode(0, command('toptill', 'audit-log', 'verify'))

  const done = await expectCode(0, command('toptill-later', 'upgrade'))
  if (!done.includes(`Toptill ${LATER_VERSION} sells.`)) throw new CommandError(done)
  await sellAt(port, machine)
  const till = await openTill(`http://127.0.0.1:${port}`, 'cashier')
  for (const sale of [id, again]) {
    const { text } = await till.ask('GET', `/api/sales/${sale}`)
    if (JSON.parse(text).state !== 'succeeded') throw new CommandError(`A sale is missing after the upgrade:\n${text}`)
  }
  await till.close()
  await expectCode(0, command('toptill-later', 'audit-log', 'verify'))
  const status = await expectCode(0, command('toptill-later', 'service', 'status'))
  if (!status.includes('is running')) throw new CommandError(status)
}

/** Returns the id of the sale. */
async function sellAt(port: string, till: Started): Promise<string> {
  const cashier = await openTill(await waitUntilReady(port, till), 'cashier')
  const id = ulid()
  const path = `/api/sales/${id}`
  const { text: opened } = await cashier.ask('PUT', path, nextSale())
  const { text: sold } = await cashier.ask('POST', `${path}/confirm`, { version: JSON.parse(opened).version })
  await cashier.close()
  if (JSON.parse(sold).state !== 'succeeded') throw new CommandError(`It does not sell:\n${opened}\n${sold}`)
  return id
}

async function runAll() {
  const { passed, failed, notRun } = (await testDeploy(process.argv[2])).counts
  console.log(`${passed} passed, ${failed} failed, ${notRun} skipped.`)
  if (failed > 0) process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) await runCommand(runAll, USAGE)
