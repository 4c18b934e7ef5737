import { mkdirSync, existsSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

import { sendToRunningProxy, listenForCommands } from '#proxy/commands/command-socket.ts'
import type { Command, CommandResult } from '#proxy/commands/command.ts'
import { socketPathOf } from '#proxy/commands/socket-path.ts'
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

describe('the command socket', () => {
  it('carries a command to the running proxy and its result back', async () => {
    const folder = aFolder()
    await aListener(folder)
    expect(await sendToRunningProxy(folder, list)).toEqual({ ok: true, text: 'did staff list' })
  })

  it('is for its owner alone', async () => {
    const folder = aFolder()
    await aListener(folder)
    expect(statSync(socketPathOf(folder).path).mode & 0o777).toBe(0o600)
  })

  it('has nobody behind it when no proxy runs, before and after', async () => {
    const folder = aFolder()
    expect(await sendToRunningProxy(folder, list)).toBe('nobody-there')
    const { close } = await aListener(folder)
    await close()
    expect(existsSync(socketPathOf(folder).path)).toBe(false)
    expect(await sendToRunningProxy(folder, list)).toBe('nobody-there')
  })

  it('is taken over from a proxy that was killed', async () => {
    const folder = aFolder()
    const { path } = socketPathOf(folder)
    const script = `require('http').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(existsSync(path)).toBe(true)
    expect(await sendToRunningProxy(folder, list)).toBe('nobody-there')
    await aListener(folder)
    expect(await sendToRunningProxy(folder, list)).toMatchObject({ ok: true })
  })

  it('is not taken from a proxy that runs', async () => {
    const folder = aFolder()
    await aListener(folder)
    await expect(aListener(folder)).rejects.toThrow('in use by another Toptill')
    expect(await sendToRunningProxy(folder, list)).toMatchObject({ ok: true })
  })

  it('lies elsewhere when the path of the folder is too long for a socket', async () => {
    const folder = join(aFolder(), 'a'.repeat(90))
    mkdirSync(folder)
    const { path } = socketPathOf(folder)
    expect(path.startsWith(join(tmpdir(), 'toptill-'))).toBe(true)
    await aListener(folder)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await sendToRunningProxy(folder, list)).toMatchObject({ ok: true })
    expect(socketPathOf(`${folder}b`).path).not.toBe(path)
  })

  it('runs nothing it does not know', async () => {
    const folder = aFolder()
    const ran: Command[] = []
    await aListener(folder, async (command) => (ran.push(command), said(command)))
    expect(await send(folder, JSON.stringify({ action: 'staff delete' }))).toBe(400)
    expect(await send(folder, JSON.stringify({ ...list, role: 'supervisor' }))).toBe(400)
    expect(await send(folder, '{')).toBe(500)
    expect(await send(folder, `"${'x'.repeat(20_000)}"`).catch(() => 'cut off')).not.toBe(200)
    expect(ran).toEqual([])
  })

  it('tells the operator without the cause, and the log with it, when a command breaks', async () => {
    const folder = aFolder()
    const fault = new Error('disk I/O error at page 7')
    const { failures } = await aListener(folder, () => Promise.reject(fault))
    const result = await sendToRunningProxy(folder, list)
    expect(result).toEqual({ ok: false, text: expect.not.stringContaining('page 7') })
    expect(failures).toEqual([fault])
  })
})
