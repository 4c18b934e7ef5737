import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { describeService, installService, removeService } from '../../tools/service.mjs'

const machine = (platform: string, more = {}) => ({
  platform,
  root: platform === 'win32' ? 'C:\\Users\\Amal & Co\\Toptill' : '/home/amal/100% Top "till" $1',
  node: platform === 'win32' ? 'C:\\Program Files\\nodejs\\node.exe' : '/usr/bin/node',
  nodeOptions: ['--max-semi-space-size=16'],
  home: '/home/amal',
  user: 'amal',
  uid: 1000,
  isRoot: false,
  ...more,
})

describe('npm run service', () => {
  it('on Linux, a unit of systemd starts Toptill with the computer, whatever the folder is called', () => {
    const { file, content, install } = describeService(machine('linux'))
    expect(file).toBe('/home/amal/.config/systemd/user/toptill.service')
    expect(String(content).split('\n')).toEqual(
      expect.arrayContaining([
        'WorkingDirectory=/home/amal/100%% Top "till" $1',
        String.raw`ExecStart="/usr/bin/node" "--max-semi-space-size=16" "/home/amal/100%% Top \"till\" $$1/tools/toptill.mjs" "start"`,
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

  it('on macOS, launchd starts Toptill at sign-in and after a crash', () => {
    const { file, content, install } = describeService(machine('darwin', { root: '/Users/amal/A & B' }))
    expect(file).toBe('/home/amal/Library/LaunchAgents/com.toptill.till.plist')
    expect(String(content)).toContain('<string>/Users/amal/A &#38; B/tools/toptill.mjs</string>')
    expect(String(content)).toMatch(/<key>KeepAlive<\/key>\s*<true\/>/)
    expect(install).toEqual([['launchctl', 'bootstrap', 'gui/1000', file]])
  })

  it('on Windows, a task in UTF-16 starts Toptill at sign-in and has no time limit', () => {
    const { content } = describeService(machine('win32'))
    const text = (content as Buffer).toString('utf16le')
    expect(text.codePointAt(0)).toBe(0xfe_ff)
    expect(text).toContain('<Command>C:\\Program Files\\nodejs\\node.exe</Command>')
    expect(text).toContain('&#34;C:\\Users\\Amal &#38; Co\\Toptill\\tools\\toptill.mjs&#34; &#34;start&#34;')
    expect(text).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  })

  it('another system is named in a sentence that says what to do instead', () => {
    expect(() => describeService(machine('freebsd'))).toThrow(/on freebsd\. Start it with .*tools\/toptill\.mjs start/)
  })

  it('a service is written and started, and stopped and removed', () => {
    const home = mkdtempSync(join(tmpdir(), 'service-'))
    const service = describeService(machine('linux', { home }))
    const lines: string[] = []
    const run = (line: string[]) => lines.push(line.join(' ')) > 0
    installService(service, run)
    expect(readFileSync(service.file, 'utf8')).toBe(service.content)
    expect(lines.splice(0)).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable --now toptill',
      'loginctl enable-linger amal',
    ])
    // Installed again, it is stopped first: systemd would not restart it.
    installService(service, run)
    expect(lines.splice(0)[0]).toBe('systemctl --user disable --now toptill')
    removeService(service, (line) => run(line) && !line.includes('is-active'))
    expect(existsSync(service.file)).toBe(false)
    expect(lines).toEqual(['systemctl --user disable --now toptill', 'systemctl --user is-active toptill'])
  })

  it('what the system refuses is named, and what still runs after a removal as well', () => {
    const home = mkdtempSync(join(tmpdir(), 'service-'))
    const service = describeService(machine('linux', { home }))
    expect(() => installService(service, () => false)).toThrow('"systemctl --user daemon-reload" failed')
    expect(() => removeService(service, () => true)).toThrow('Toptill still runs')
  })
})
