import './documents.css'

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import { encodeDocument } from '#browser/printing/encode-document.ts'
import type { PaperWidth } from '#receipt-printer/plain-document.ts'
import { PrintPreview } from '#browser/printing/PrintPreview.tsx'
import { drawRoll } from './printer-roll.ts'
import { sampleDocuments } from './sample-documents.ts'

declare global {
  interface Window {
    papers: {
      /** Draws a sample on the page, as the screen and the browser's print show it. */
      show(name: string, width: PaperWidth): Promise<void>
      print(name: string, width: PaperWidth): Promise<void>
    }
  }
}

const root = createRoot(document.body.appendChild(document.createElement('main')))

/** Each sample is compared alone, because another one above it would move it by fractions of a dot. */
const clear = () => {
  flushSync(() => root.render(null))
  document.querySelector('body > canvas')?.remove()
}

const sample = (name: string) => {
  const paper = sampleDocuments[name]
  if (!paper) throw new Error(`there is no sample ${name}`)
  return paper
}

window.papers = {
  show: async (name, width) => {
    clear()
    flushSync(() => root.render(<PrintPreview paper={sample(name)} width={width} name="Paper" qrName="QR code" />))
    await document.fonts.ready
  },
  print: async (name, width) => {
    clear()
    const bytes = await encodeDocument(sample(name), { width, opensDrawer: false, language: 'esc-pos' })
    // Text in the printer's own font is drawn in ours.
    await Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 20px "IBM Plex Mono"`)))
    const roll = drawRoll([...bytes], width === 58 ? 384 : 576)
    roll.role = 'img'
    roll.ariaLabel = 'Roll'
    document.body.append(roll)
  },
}
