export type BodyText = {
  /** False once the text is larger than allowed. */
  add: (chunk: Buffer) => boolean
  end: () => string
}

const BLOCK_BYTES = 64 * 1024

/**
 * Decodes UTF-8 in blocks, so no large answer is decoded at once, and copies each chunk, so millions of tiny chunks take no more memory than their bytes.
 * Invalid bytes become replacement characters.
 */
export function createBodyText(maxBytes: number): BodyText {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let block = Buffer.alloc(0)
  let filled = 0
  let size = 0

  const endBlock = () => {
    parts.push(decoder.decode(block.subarray(0, filled), { stream: true }))
    filled = 0
  }
  return {
    add: (chunk) => {
      size += chunk.length
      if (size > maxBytes) return false
      for (let from = 0; from < chunk.length;) {
        if (block.length === 0) block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, maxBytes))
        const copied = chunk.copy(block, filled, from)
        from += copied
        filled += copied
        if (filled === block.length) endBlock()
      }
      return true
    },
    end: () => {
      endBlock()
      return parts.join('') + decoder.decode()
    },
  }
}
