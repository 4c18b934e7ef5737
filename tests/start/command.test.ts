import { describe, expect, it } from 'vitest'

import { sentenceFor, CommandError } from '../../tools/command.mjs'

describe('the output of a command that fails', () => {
  it('a CommandError is printed as its sentence', () => {
    expect(sentenceFor(new CommandError('npm was not found.'))).toBe('npm was not found.')
  })

  it.each([
    [
      { code: 'EADDRINUSE', port: 8080, address: '127.0.0.1' },
      'Port 8080 on 127.0.0.1 is in use by another program, perhaps',
    ],
    [{ code: 'EACCES', path: '/srv/dist' }, "/srv/dist can't be written by this user."],
    [{ code: 'ENOSPC' }, 'The disk is full.'],
    [{ code: 'EISDIR', path: '/srv/dist' }, '/srv/dist is not a file (EISDIR).'],
  ])('the system error %o is printed as a sentence', (details, sentence) => {
    expect(sentenceFor(Object.assign(new Error('system'), details))).toContain(sentence)
  })

  it('an unexpected error is printed with its stack', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /)
  })
})
