import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { PaperWidth } from '#receipt-printer/plain-document.ts'
import { onForget } from '../lib/storage.ts'
import { PrintPreview } from './PrintPreview.tsx'
import type { PrintDocument } from './print-document.ts'

/** A browser that prints has fired `beforeprint` within this time (ms). */
const BEGIN_MS = 3_000
const PICTURES_MS = 1_000
const PX_PER_MM = 96 / 25.4
/** Spare height, so rounding does not add a page. */
const SPARE_MM = 2

// A customer's document is removed when the person leaves, whatever the print dialog does.
const printouts = new Set<HTMLElement>()
onForget('person', () => {
  for (const printout of printouts) printout.remove()
})

/** Resolves when the dialog closes; resolves to false if there is no dialog. `name` is the suggested file name. */
export async function printInBrowser(paper: PrintDocument, width: PaperWidth, name?: string): Promise<boolean> {
  if (typeof window.print !== 'function') return false
  const { title } = document
  const printout = document.createElement('div')
  // Hidden and inert, but laid out to measure its height.
  printout.className = 'printout'
  printout.inert = true
  printout.ariaHidden = 'true'
  document.body.append(printout)
  printouts.add(printout)
  const root = createRoot(printout)
  // Safari has had these since 16.4 and has supported `@page` sizes since 18.
  const sheet = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : undefined
  if (sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  try {
    flushSync(() => root.render(createElement(PrintPreview, { paper, width, name: '', qrName: '' })))
    await Promise.all([document.fonts.ready, picturesOf(printout)])
    const heightMm = Math.ceil(printout.getBoundingClientRect().height / PX_PER_MM) + SPARE_MM
    // A page size needs both lengths; the page is as long as the document.
    if (name !== undefined) document.title = name
    sheet?.replaceSync(`@page { size: ${width}mm ${Math.max(heightMm, width)}mm; margin: 0 }`)
    return await showDialog()
  } finally {
    document.title = title
    if (sheet) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    root.unmount()
    printout.remove()
    printouts.delete(printout)
  }
}

/** Loaded, failed or timed out, because a receipt does not wait for a logo. */
async function picturesOf(printout: HTMLElement): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PICTURES_MS))
  const pictures = [...printout.querySelectorAll('img')].map((picture) => picture.decode().catch(() => undefined))
  await Promise.race([late, Promise.all(pictures)])
}

function showDialog(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController()
    const { signal } = listening
    const timer = setTimeout(() => end(false), BEGIN_MS)
    function end(hasBegun: boolean) {
      clearTimeout(timer)
      listening.abort()
      resolve(hasBegun)
    }
    window.addEventListener('beforeprint', () => clearTimeout(timer), { signal })
    window.addEventListener('afterprint', () => end(true), { signal })
    try {
      window.print()
    } catch (error) {
      clearTimeout(timer)
      listening.abort()
      reject(error)
    }
  })
}
