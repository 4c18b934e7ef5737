import { describe, expect, it } from 'vitest'

import { isPackageBroken, sentenceFor, unloadable } from '#server/cli/sentence-for.ts'

describe('the output of a command that fails', () => {
  it.each([
    [
      { code: 'EADDRINUSE', port: 8080, address: '127.0.0.1' },
      'Port 8080 on 127.0.0.1 is in use by another program, perhaps',
    ],
    [{ code: 'EACCES', path: '/srv/data' }, "/srv/data can't be written by this user."],
    [{ code: 'ENOSPC' }, 'The disk is full.'],
    [{ code: 'EISDIR', path: '/srv/data' }, '/srv/data is not a file (EISDIR).'],
  ])('the system error %o is printed as a sentence', (details, sentence) => {
    expect(sentenceFor(Object.assign(new Error('system'), details))).toContain(sentence)
  })

  it('an unexpected error is printed with its stack', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
    expect(isPackageBroken(new TypeError('x is not a function'))).toBe(false)
  })

  it('a missing binary of the database is named with what to do', () => {
    const error = Object.assign(new Error("Cannot find module '@libsql/linux-x64-gnu'"), { code: 'MODULE_NOT_FOUND' })
    expect(isPackageBroken(error)).toBe(true)
    expect(unloadable(error)).toMatch(/binary @libsql\/linux-x64-gnu is missing .*omit=optional/)
  })

  // https://github.com/tursodatabase/libsql/issues/1797
  it('a Windows without the runtime of the database is named with what to install', () => {
    const error = Object.assign(new Error('The specified module could not be found.'), { code: 'ERR_DLOPEN_FAILED' })
    expect(isPackageBroken(error)).toBe(true)
    expect(unloadable(error, 'win32')).toMatch(/Visual C\+\+ Redistributable.*vc_redist\.x64\.exe.*start Toptill again/)
    expect(unloadable(error, 'linux')).toContain('cannot be loaded on ')
  })
})
