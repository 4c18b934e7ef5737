import { describe, expect, it } from 'vitest'

import { findPicture, pictureSource } from '#server/wholesaler/picture.ts'

const pictures = pictureSource(new URL('https://service.example/api/v1'), ['cdn.example', 'img.example:8443'])

describe('a picture', () => {
  it.each([
    { value: 'https://service.example/a.png', read: 'https://service.example/a.png' },
    { value: '/img/a.png', read: 'https://service.example/img/a.png' },
    { value: 'img/a.png', read: 'https://service.example/img/a.png' },
    { value: ' /img/a b.png ', read: 'https://service.example/img/a%20b.png' },
    { value: 'HTTPS://CDN.example/a.svg', read: 'https://cdn.example/a.svg' },
    { value: '//cdn.example/a.png', read: 'https://cdn.example/a.png' },
    { value: 'https://img.example:8443/a.png', read: 'https://img.example:8443/a.png' },
  ])('a picture on an allowed host is read: $value', ({ value, read }) => {
    expect(findPicture(value, pictures)).toBe(read)
  })

  it.each(
    [
      ['https://elsewhere.example/a.png', '//elsewhere.example/a.png', '\\\\elsewhere.example\\a.png'],
      ['https://cdn.example.elsewhere.example/a.png', 'https://sub.cdn.example/a.png'],
      ['https://cdn.example@elsewhere.example/a.png', 'https://me:secret@cdn.example/a.png'],
      ['https://cdn.example:8443/a.png', 'https://img.example/a.png', 'ftp://service.example/a.png'],
      ['http://service.example/a.png', 'http://cdn.example/a.png', 'javascript:alert(1)', 'java\nscript:alert(1)'],
      ['data:image/svg+xml,<svg/>', 'file:///etc/passwd', 'blob:https://service.example/4f1c', 'http://[', '  '],
      [null, undefined],
    ].flat(),
  )('%j is not read as a picture', (value) => {
    expect(findPicture(value, pictures)).toBeUndefined()
  })

  it('pictures may come by HTTP only when the provider itself does', () => {
    const atHome = pictureSource(new URL('http://127.0.0.1:9000/api'), ['cdn.example'])
    expect(atHome).toEqual({ origin: 'http://127.0.0.1:9000', others: ['https://cdn.example', 'http://cdn.example'] })
    expect(findPicture('http://cdn.example/a.png', atHome)).toBe('http://cdn.example/a.png')
    expect(findPicture('https://127.0.0.1:9000/a.png', atHome)).toBeUndefined()
  })

  it('each origin of pictures is listed once', () => {
    expect(
      pictureSource(new URL('https://service.example'), ['service.example', 'cdn.example', 'cdn.example']),
    ).toEqual({
      origin: 'https://service.example',
      others: ['https://cdn.example'],
    })
  })
})
