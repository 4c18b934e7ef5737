import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { describeService, NODE_OPTIONS, type Machine, type Service } from '#server/cli/service/describe-service.ts'
import { installService, removeService } from '#server/cli/service/service.ts'

const machine = (platform: string, more: Partial<Machine> = {}): Machine => ({
  platform,
  home: platform === 'win32' ? 'C:\\Users\\Amal & Co\\Toptill' : '/home/amal/100% Top "till" $1',
  node: platform === 'win32' ? 'C:\\Program Files\\nodejs\\node.exe' : '/usr/bin/node',
  program: platform === 'win32' ? 'C:\\toptill\\dist\\server\\toptill.js' : '/opt/toptill/dist/server/toptill.js',
  userHome: '/home/amal',
  user: 'amal',
  uid: 1000,
  isRoot: false,
  ...more,
})

const textOf = ({ content }: Service) => (content as Buffer).toString('utf16le')

describe('toptill service', () => {
  it('on Linux, a unit of systemd starts Toptill with the computer, whatever its folder is called', () => {
    const { file, content, install } = describeService(machine('linux'))
    expect(file).toBe('/home/amal/.config/systemd/user/toptill.service')
    expect(String(content).split('\n')).toEqual(
      expect.arrayContaining([
        'WorkingDirectory=/home/amal/100%% Top "till" $1',
        String.raw`ExecStart="/usr/bin/node" "--max-semi-space-size=16" "/opt/toptill/dist/server/toptill.js" "start" "--home" "/home/amal/100%% Top \"till\" $$1"`,
        'Restart=always',
        'WantedBy=default.target',
      ]),
    )
    expect(install).toContainEqual(['loginctl', 'enable-linger', 'amal'])
  })

  it('as root on Linux, Toptill runs as the owner of its folder and not as root', () => {
    const { file, content, install } = describeService(machine('linux', { isRoot: true, uid: 0 }))
    expect(file).toBe('/etc/systemd/system/toptill.service')
    expect(String(content)).toMatch(/^User=amal$/m)
    expect(install.flat()).not.toContain('--user')
  })

  it('on macOS, launchd starts Toptill at sign-in and after a crash, with a log of a limited size in its folder', () => {
    const { file, content, install, log } = describeService(machine('darwin', { home: '/Users/amal/A & B' }))
    expect(file).toBe('/home/amal/Library/LaunchAgents/com.toptill.till.plist')
    expect(String(content)).toContain(
      '<string>--home</string><string>/Users/amal/A &#38; B</string><string>--log-to-files</string></array>',
    )
    expect(String(content)).not.toContain('StandardOutPath')
    expect(log).toBe('tail -f "/Users/amal/A & B/logs/toptill.log"')
    expect(String(content)).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/)
    expect(install).toEqual([['launchctl', 'bootstrap', 'gui/1000', file]])
  })

  it('on Windows, a task in UTF-16 starts Toptill at sign-in, and again within a minute, and has no time limit', () => {
    const text = textOf(describeService(machine('win32')))
    expect(text.codePointAt(0)).toBe(0xfe_ff)
    expect(text).toContain('<LogonTrigger><UserId>amal</UserId></LogonTrigger>')
    expect(text).toContain('<TimeTrigger><Repetition><Interval>PT1M</Interval></Repetition>')
    expect(text).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>')
    expect(text).not.toContain('BootTrigger')
    expect(text).toContain('<Command>C:\\Program Files\\nodejs\\node.exe</Command>')
    expect(text).toContain(
      '&#34;start&#34; &#34;--home&#34; &#34;C:\\Users\\Amal &#38; Co\\Toptill&#34; &#34;--log-to-files&#34;',
    )
    expect(text).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  })

  it('an administrator of Windows gets a task that also runs before anyone signs in', () => {
    const text = textOf(describeService(machine('win32', { isRoot: true })))
    expect(text).toContain('<BootTrigger></BootTrigger>')
    expect(text).toContain('<LogonType>S4U</LogonType>')
  })

  it('another system is named in a sentence that says what to do instead', () => {
    expect(() => describeService(machine('freebsd'))).toThrow(/on freebsd\. Start it with .*toptill\.js start --home/)
  })

  it('a service is written and started, stopped before it is installed again, and removed', async () => {
    const service = describeService(machine('linux', { userHome: mkdtempSync(join(tmpdir(), 'service-')) }))
    const lines: string[] = []
    let checksUntilEnded = 0
    const manager = {
      run: async (line: readonly string[]) => {
        lines.push(line.slice(2).join(' '))
        return line.includes('is-active') ? checksUntilEnded-- > 0 : true
      },
      pause: async () => void lines.push('pause'),
    }
    await installService(service, manager)
    expect(readFileSync(service.file, 'utf8')).toBe(service.content)
    const installed = ['daemon-reload', 'enable --now toptill', 'amal']
    expect(lines.splice(0)).toEqual(installed)

    // The service stops only after a while.
    checksUntilEnded = 1
    await installService(service, manager)
    const stopped = ['stop toptill', 'is-active toptill', 'pause', 'is-active toptill']
    expect(lines.splice(0)).toEqual([...stopped, ...installed])

    checksUntilEnded = 1
    await removeService(service, manager)
    expect(existsSync(service.file)).toBe(false)
    expect(lines).toEqual([...stopped, 'disable toptill'])
  })

  it('a command that fails is named, and so is a service that does not end', async () => {
    const service = describeService(machine('linux', { userHome: mkdtempSync(join(tmpdir(), 'service-')) }))
    const pause = async () => {}
    const install = installService(service, { run: async () => false, pause })
    await expect(install).rejects.toThrow('"systemctl --user daemon-reload" failed')
    const remove = removeService(service, { run: async () => true, pause })
    await expect(remove).rejects.toThrow('Toptill is still running')
  })

  it.each(['linux', 'darwin', 'win32'])(
    'on %s, it can be seen which program it starts, and in which folder',
    (platform) => {
      const read = ({ content }: Service) => (platform === 'win32' ? (content as Buffer).toString('utf16le') : content)
      const here = machine(platform)
      const { named, ...service } = describeService(here)
      expect(read({ named, ...service })).toContain(named.home)
      expect(read({ named, ...service })).toContain(named.program)
      const elsewhere = read(describeService({ ...here, home: '/other', program: '/other/dist/server/toptill.js' }))
      expect(elsewhere).not.toContain(named.home)
      expect(elsewhere).not.toContain(named.program)
    },
  )

  it('npm and the image start Toptill with the same options of Node', () => {
    const starts = ['package.json', 'deploy/Dockerfile'].map((file) => readFileSync(file, 'utf8'))
    for (const text of starts) expect(text).toContain(NODE_OPTIONS[0])
  })
})
