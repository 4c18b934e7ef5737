import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { CommandError, findFreePort, printProgress } from '../command.mjs'
import { makeArchive, PLATFORMS } from '../release.ts'
import { checkArchive } from '../release/check-archive.ts'
import { run, start, waitUntilReady, type Made, type Started } from './process.ts'
import { sellInBrowser } from './sell-in-browser.ts'

/** The earliest versions that package.json admits. */
const NODES = ['20.19', '22.13', '24.0']
/** What the launchers need besides a shell. */
const PROGRAMS = ['sh', 'dirname']

/** The npm package with each supported Node, where the path has nothing but Node: no git, no compiler. */
export async function tryNodes({ folder, file }: Made) {
  const npm = join((await run('npm', 'root', '--global')).trim(), 'npm', 'bin', 'npm-cli.js')
  for (const version of NODES) {
    const home = mkdtempSync(join(folder, `node-${version}-`))
    const [path, shop] = [join(home, 'path'), join(home, 'shop')]
    for (const made of [path, shop]) mkdirSync(made)
    await run('npm', 'pack', '--silent', '--pack-destination', home, `node-linux-${process.arch}@${version}`)
    const [packed = ''] = readdirSync(home).filter((name) => name.endsWith('.tgz'))
    await run('tar', '-xzf', join(home, packed), '-C', home)
    const node = join(path, 'node')
    symlinkSync(join(home, 'package', 'bin', 'node'), node)
    writeFileSync(join(shop, 'package.json'), '{}')
    const install = [npm, 'install', '--no-audit', '--no-fund', '--cache', join(home, 'cache'), file]
    const installing = start(node, install, { cwd: shop, env: { ...process.env, PATH: path } })
    await installing.ended
    if (installing.child.exitCode !== 0)
      throw new CommandError(`It cannot be installed with Node ${version}:\n${installing.output()}`)
    const port = await findFreePort()
    const env = { PATH: path, HOME: home, PORT: port }
    await sellOnce(start(join(shop, 'node_modules', '.bin', 'toptill'), ['start'], { cwd: shop, env }), port)
    printProgress(`Node ${version}: installed, started, sold.`)
  }
}

/** The archive on a machine that has a shell, and otherwise only the libraries of C and C++. */
export async function tryBareMachine({ folder, version, file }: Made) {
  const platform = PLATFORMS.find(({ id }) => id === `linux-${process.arch}`)
  if (!platform) throw new CommandError(`There is no archive for ${process.arch}.`)
  const archive = await makeArchive(platform, { version, file, folder, temporary: folder })
  const problems = await checkArchive(archive, platform, version)
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
  const root = mkdtempSync(join(folder, 'machine-'))
  for (const made of ['bin', 'dev', 'opt', 'root', 'tmp']) mkdirSync(join(root, made))
  await run('tar', '-xzf', archive, '-C', join(root, 'opt'))
  const unpacked = join('/opt', `toptill-${version}-${platform.id}`)
  for (const name of PROGRAMS) {
    const program = (await run('sh', '-c', `command -v ${name}`)).trim()
    copyFileSync(realpathSync(program), join(root, 'bin', name))
    await copyLibraries(program, root)
  }
  const native = join('app', 'node_modules', '@libsql', `linux-${process.arch}-gnu`, 'index.node')
  for (const name of [join('node', 'node'), native]) await copyLibraries(join(root, unpacked, name), root)
  await run('cp', '-a', '/dev/null', join(root, 'dev'))

  const port = await findFreePort()
  const env = { ...process.env, HOME: '/root', PORT: port }
  const launcher = join(unpacked, 'start-toptill.sh')
  await sellOnce(start('chroot', [root, launcher], { env }), port)
  if (!readdirSync(join(root, 'root', 'Toptill')).includes('data'))
    throw new CommandError('It has no data in ~/Toptill.')
}

async function copyLibraries(program: string, root: string) {
  const libraries = [...(await run('ldd', program)).matchAll(/(\/\S+) \(0x/g)].map(([, library = '']) => library)
  for (const library of libraries) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    copyFileSync(realpathSync(library), join(root, library))
  }
}

async function sellOnce(till: Started, port: string) {
  try {
    await sellInBrowser(await waitUntilReady(port, till))
  } finally {
    till.child.kill('SIGTERM')
    await till.ended
  }
  if (till.child.exitCode !== 0) throw new CommandError(`It does not stop in order:\n${till.output()}`)
}
