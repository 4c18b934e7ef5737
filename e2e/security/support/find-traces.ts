import { expect, type Page } from 'playwright/test'

import { EVIL_HOST } from './payloads.ts'

export type Watch = { dialogs: string[]; violations: string[]; hostileRequests: string[] }

/** Starts to watch: dialogs, violations of the content security policy, and requests to the URLs in payloads. */
export async function watchPage(page: Page): Promise<Watch> {
  const watch: Watch = { dialogs: [], violations: [], hostileRequests: [] }
  page.on('dialog', (dialog) => {
    watch.dialogs.push(dialog.message())
    dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host.includes(EVIL_HOST)) watch.hostileRequests.push(request.url())
  })
  await page.exposeFunction('tellViolation', (what: string) => void watch.violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = window as unknown as { tellViolation: (what: string) => void }
      tellViolation(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return watch
}

/** Elements, handlers, URLs and styles on this page that our screens never have, because a payload became one. */
export const tracesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const never =
      'iframe, frame, frameset, object, embed, applet, base, marquee, math, audio, video, source, area, dialog[onclose], keygen, template, noscript p, x-hostile, foreignObject, svg script, svg animate, svg set, svg image, svg use, svg style, image, meta[http-equiv="refresh"], meta[http-equiv="set-cookie"], link[rel="import"], [formaction], [ping], [srcdoc]'
    /** A link for the customer uses https, and sends its page no referrer or opener. */
    const isFine = (address: string, element: Element) => {
      const { protocol, host } = new URL(address, location.href)
      const isLink = element instanceof HTMLAnchorElement && element.relList.contains('noreferrer')
      if (protocol === 'https:') return isLink
      if (protocol === 'data:') return address.startsWith('data:image/')
      return protocol === 'mailto:' || protocol === 'tel:' || (protocol === 'http:' && host !== 'evil.example')
    }
    const found = [...document.querySelectorAll(never)].map((element) => `element ${element.outerHTML.slice(0, 80)}`)
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isAddress = ['href', 'src', 'srcset', 'action', 'data', 'poster', 'background', 'xlink:href'].includes(
          name,
        )
        if (name.startsWith('on')) found.push(`handler ${name} on ${element.tagName}`)
        else if (isAddress && !isFine(value, element)) found.push(`address ${value} on ${element.tagName}`)
        else if (name === 'style' && /p\d+p/.test(value)) found.push(`style ${value}`)
      }
      const isSheet = element.tagName === 'STYLE' || element.tagName === 'SCRIPT'
      if (isSheet && /p\d+p/.test(element.textContent)) found.push(`${element.tagName} with a payload`)
    }
    return found
  })

export async function findTraces(page: Page, where: string): Promise<void> {
  expect(await tracesOf(page), `what payloads became at ${where}`).toEqual([])
}
