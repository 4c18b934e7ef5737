import { encode } from 'uqr'

const LETTER = { width: 12, height: 24 }
const SMALL_LETTER = { width: 9, height: 17 }
const LINE_GAP = 6
const CP437: Record<number, string> = { 0x82: 'é', 0xc4: '─' }

/**
 * The dots that a receipt printer makes of its bytes, from a separate reading of ESC/POS. It knows only the commands
 * that our documents use, and fails at anything else.
 */
export function drawRoll(bytes: readonly number[], dots: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = dots
  canvas.height = 4000
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, dots, canvas.height)

  const style = { isBold: false, isInverted: false, isSmall: false, wide: 1, high: 1, align: 0 }
  let row: { letter: string; width: number; height: number; isBold: boolean; isInverted: boolean; isSmall: boolean }[] =
    []
  let y = 8
  let qrSize = 0
  let qrText = ''

  const feed = () => {
    const width = row.reduce((sum, letter) => sum + letter.width, 0)
    if (width > dots) throw new Error(`a line of ${width} dots on ${dots}`)
    const height = Math.max(LETTER.height, ...row.map((letter) => letter.height))
    let x = (style.align * (dots - width)) / 2
    for (const { letter, isInverted, isBold, isSmall, ...box } of row) {
      context.fillStyle = isInverted ? '#000' : '#fff'
      context.fillRect(x, y, box.width, height + (isInverted ? LINE_GAP : 0))
      const natural = isSmall ? SMALL_LETTER : LETTER
      context.save()
      context.translate(x, y + height)
      context.scale(box.width / natural.width, box.height / natural.height)
      context.font = `${isBold ? 600 : 400} ${isSmall ? 15 : 20}px "IBM Plex Mono"`
      context.fillStyle = isInverted ? '#fff' : '#000'
      context.textBaseline = 'alphabetic'
      context.fillText(letter, 0, -5)
      context.restore()
      x += box.width
    }
    y += height + LINE_GAP
    row = []
  }

  let at = 0
  const take = () => bytes[at++] ?? 0
  while (at < bytes.length) {
    const byte = take()
    if (byte === 0x0a) feed()
    else if (byte === 0x0d) continue
    else if (byte >= 0x20) {
      const natural = style.isSmall ? SMALL_LETTER : LETTER
      row.push({
        letter: byte < 0x7f ? String.fromCharCode(byte) : (CP437[byte] ?? '¤'),
        width: natural.width * style.wide,
        height: natural.height * style.high,
        isBold: style.isBold,
        isInverted: style.isInverted,
        isSmall: style.isSmall,
      })
    } else {
      const command = `${byte.toString(16)} ${take().toString(16)}`
      if (command === '1b 40' || command === '1c 2e') continue
      else if (command === '1b 74') take()
      else if (command === '1b 4d') style.isSmall = take() === 1
      else if (command === '1b 45') style.isBold = take() === 1
      else if (command === '1b 61') style.align = take()
      else if (command === '1b 70') at += 3
      else if (command === '1d 42') style.isInverted = take() === 1
      else if (command === '1d 21') {
        const size = take()
        style.wide = (size >> 4) + 1
        style.high = (size & 0x0f) + 1
      } else if (command === '1d 56') {
        take()
        context.fillStyle = '#000'
        for (let x = 0; x < dots; x += 16) context.fillRect(x, y, 8, 2)
        y += 8
      } else if (command === '1d 76') {
        at += 2
        const width = (take() + 256 * take()) * 8
        const rows = take() + 256 * take()
        if (width > dots) throw new Error(`a picture of ${width} dots on ${dots}`)
        const left = (style.align * (dots - width)) / 2
        context.fillStyle = '#000'
        for (let dot = 0; dot < width * rows; dot += 1) {
          if (((bytes[at + (dot >> 3)] ?? 0) >> (7 - (dot & 7))) & 1) {
            context.fillRect(left + (dot % width), y + Math.floor(dot / width), 1, 1)
          }
        }
        at += (width * rows) / 8
        y += rows
      } else if (command === '1d 28') {
        at += 1
        const length = take() + 256 * take()
        const [, task, ...rest] = bytes.slice(at, at + length)
        at += length
        if (task === 0x43) qrSize = rest[0] ?? 0
        if (task === 0x50) qrText = String.fromCharCode(...rest.slice(1))
        if (task === 0x51) {
          const { data } = encode(qrText, { ecc: 'M', boostEcc: false, border: 0 })
          const left = (style.align * (dots - data.length * qrSize)) / 2
          context.fillStyle = '#000'
          for (const [line, modules] of data.entries()) {
            for (const [column, isDark] of modules.entries()) {
              if (isDark) context.fillRect(left + column * qrSize, y + line * qrSize, qrSize, qrSize)
            }
          }
          y += data.length * qrSize
        }
      } else throw new Error(`unknown to this printer: ${command} at ${at}`)
    }
  }
  const roll = document.createElement('canvas')
  roll.width = dots
  roll.height = y + 8
  roll.getContext('2d')?.drawImage(canvas, 0, 0)
  return roll
}
