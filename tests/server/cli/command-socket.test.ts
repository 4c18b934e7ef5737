import { mkdirSync, existsSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { askWhere, sendToRunningServer, listenForCommands, socketPathOf } from '#server/cli/command-socket.ts'
import type { Command, CommandResult } from '#server/cli/command.ts'
import { aFolder } from '../../support/folders.ts'

const list: Command = { action: 'staff list' }

async function aListener(folder: string, run = async (command: Command): Promise<CommandResult> => said(command)) {
  const failures: unknown[] = []
  const listener = await listenForCommands(folder, run, (error) => failures.push(error))
  onTestFinished(() => listener.close())
  return { ...listener, failures }
}

const said = (command: Command) => ({ ok: true, text: `did ${command.action}` })

function send(folder: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { path } = socketPathOf(folder)
    request({ socketPath: path, method: 'POST' }, (reply) => resolve(reply.resume().statusCode))
      .once('error', reject)
      .end(body)
  })
}

it('the command socket passes a command to the running server and returns its result', async () => {
  const folder = aFolder()
  await aListener(folder)
  expect(await sendToRunningServer(folder, list)).toEqual({ ok: true, text: 'did staff list' })
})

it('only its owner can open the command socket', async () => {
  const folder = aFolder()
  await aListener(folder)
  expect(statSync(socketPathOf(folder).path).mode & 0o777).toBe(0o600)
})

it('without a running server the result of a command is `not-running`', async () => {
  const folder = aFolder()
  expect(await sendToRunningServer(folder, list)).toBe('not-running')
  const { close } = await aListener(folder)
  await close()
  expect(existsSync(socketPathOf(folder).path)).toBe(false)
  expect(await sendToRunningServer(folder, list)).toBe('not-running')
})

it('the command socket of a killed server is taken over', async () => {
  const folder = aFolder()
  const { path } = socketPathOf(folder)
  const script = `require('http').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  expect(existsSync(path)).toBe(true)
  expect(await sendToRunningServer(folder, list)).toBe('not-running')
  await aListener(folder)
  expect(await sendToRunningServer(folder, list)).toMatchObject({ ok: true })
})

it('the command socket of a running server is not taken over', async () => {
  const folder = aFolder()
  await aListener(folder)
  await expect(aListener(folder)).rejects.toThrow('in use by another Toptill')
  expect(await sendToRunningServer(folder, list)).toMatchObject({ ok: true })
})

it('the command socket is in another folder when its own path is too long', async () => {
  const folder = join(aFolder(), 'a'.repeat(90))
  mkdirSync(folder)
  const { path } = socketPathOf(folder)
  expect(path.startsWith(join(tmpdir(), 'toptill-'))).toBe(true)
  await aListener(folder)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await sendToRunningServer(folder, list)).toMatchObject({ ok: true })
  expect(socketPathOf(`${folder}b`).path).not.toBe(path)
})

it('the command socket says where the server is, and makes a link only for a browser that will open it', async () => {
  const folder = aFolder()
  expect(await askWhere(folder, true)).toBeUndefined()
  const url = 'http://127.0.0.1:8080'
  const where = async (withLink: boolean) => ({ url, ...(withLink && { link: `${url}/setup#K7QF` }) })
  const fail = (error: unknown) => expect.unreachable(String(error))
  const listener = await listenForCommands(folder, async (command) => said(command), fail, where)
  onTestFinished(() => listener.close())
  expect(await askWhere(folder, false)).toEqual({ url })
  expect(await askWhere(folder, true)).toEqual({ url, link: `${url}/setup#K7QF` })
})

it('on Windows it is a pipe, the same for each spelling of the folder', () => {
  const { path } = socketPathOf('C:\\Users\\Amal\\Toptill\\data', 'win32')
  expect(path).toMatch(/^\\\\\.\\pipe\\toptill-[0-9a-f]{16}$/)
  expect(socketPathOf('c:\\users\\amal\\toptill\\data\\', 'win32').path).toBe(path)
  expect(socketPathOf('C:\\Toptill\\data', 'win32').path).not.toBe(path)
})

it('unknown commands are not run', async () => {
  const folder = aFolder()
  const ran: Command[] = []
  await aListener(folder, async (command) => (ran.push(command), said(command)))
  expect(await send(folder, JSON.stringify({ action: 'staff delete' }))).toBe(400)
  expect(await send(folder, JSON.stringify({ ...list, role: 'supervisor' }))).toBe(400)
  expect(await send(folder, '{')).toBe(500)
  expect(await send(folder, `"${'x'.repeat(20_000)}"`).catch(() => 'cut off')).not.toBe(200)
  expect(ran).toEqual([])
})

it('when a command fails, only the log gets the cause', async () => {
  const folder = aFolder()
  const fault = new Error('disk I/O error at page 7')
  const { failures } = await aListener(folder, () => Promise.reject(fault))
  const result = await sendToRunningServer(folder, list)
  expect(result).toEqual({ ok: false, text: expect.not.stringContaining('page 7') })
  expect(failures).toEqual([fault])
})
