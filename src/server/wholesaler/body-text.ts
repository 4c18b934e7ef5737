/** The text of an answer while it arrives. */
export type BodyText = {
  /** Adds a chunk. Returns false once the text is larger than allowed. */
  add: (chunk: Buffer) => boolean
  end: () => string
}

const BLOCK_BYTES = 64 * 1024

/**
 * Decodes UTF-8 in blocks, so that no large answer is decoded in one go, and copies each chunk, so that a body in millions of tiny chunks takes
 * no more memory than its bytes. Invalid bytes become replacement characters, so that one bad name does not hide a whole answer.
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
