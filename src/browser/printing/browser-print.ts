import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { PaperWidth } from '#receipt-printer/plain-document.ts'
import { onForget } from '../storage.ts'
import { PrintPreview } from './PrintPreview.tsx'
import type { PrintDocument } from './print-document.ts'

/** A browser that was going to print has said so by then. */
const BEGIN_MS = 3_000
const PICTURES_MS = 1_000
const PX_PER_MM = 96 / 25.4
/** What rounding must not push onto a second page. */
const SPARE_MM = 2

// A customer's paper does not outlive its person in the page, whatever the dialog does.
const printouts = new Set<HTMLElement>()
onForget('person', () => {
  for (const printout of printouts) printout.remove()
})

/** Resolves when the dialog is closed, and to false where there is none; `name` is what a file is called that the dialog saves. */
export async function printInBrowser(paper: PrintDocument, width: PaperWidth, name?: string): Promise<boolean> {
  if (typeof window.print !== 'function') return false
  const { title } = document
  const printout = document.createElement('div')
  // Hidden and out of reach on the screen, yet laid out, so that its height is known.
  printout.className = 'printout'
  printout.inert = true
  printout.ariaHidden = 'true'
  document.body.append(printout)
  printouts.add(printout)
  const root = createRoot(printout)
  // Safari has these from 16.4 on, and follows no size of a page before 18.
  const sheet = 'adoptedStyleSheets' in document ? new CSSStyleSheet() : undefined
  if (sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  try {
    flushSync(() => root.render(createElement(PrintPreview, { paper, width, name: '', qrName: '' })))
    await Promise.all([document.fonts.ready, picturesOf(printout)])
    const heightMm = Math.ceil(printout.getBoundingClientRect().height / PX_PER_MM) + SPARE_MM
    // A page needs both lengths; the page of a roll is as long as the paper.
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

/** Resolves once every picture is there, is broken, or has had its time: a receipt does not wait for a logo. */
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
