import type { Page } from 'playwright/test'

import { expect } from './shop.ts'

declare global {
  interface Window {
    announced?: (words: string) => Promise<void>
  }
}

export type Announcements = {
  /** Exactly this was announced since it was last looked at, in this order. What comes a second time is found by the next look. */
  expectAnnounced: (...texts: (string | RegExp)[]) => Promise<void>
  /** What was announced up to now is of no interest. */
  forget: () => void
}

/** Notes what a screen reader announces of the pages to come, as strictly as the strictest of them. */
export async function noteAnnouncements(page: Page): Promise<Announcements> {
  let announced: string[] = []
  await page.exposeFunction('announced', (words: string) => void announced.push(words))
  await page.addInitScript(listenToRegions)
  return {
    forget: () => void (announced = []),
    expectAnnounced: async (...texts) => {
      await expect
        .poll(() => announced, { message: 'what was announced' })
        .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
      announced = []
    },
  }
}

/**
 * In the page, before its scripts. A region announces what comes into it or changes in it. What a region brings along when it comes into the page
 * is announced of an alert alone: most screen readers miss it elsewhere. Nothing is read of what is hidden, inert, or outside of an open dialog.
 */
function listenToRegions(): void {
  const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output'
  // An element without a box of its own is as visible as what is in it.
  const isShown = (element: Element) => element.checkVisibility() || getComputedStyle(element).display === 'contents'
  const isRead = (region: Element): boolean => {
    const dialog = [...document.querySelectorAll('dialog')].findLast((each) => each.matches(':modal'))
    return (!dialog || dialog.contains(region)) && !region.closest('[inert], [aria-hidden=true]') && isShown(region)
  }
  const textOf = (node: Node): string => {
    if (node instanceof Element && (node.ariaHidden === 'true' || !isShown(node))) return ''
    return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [...node.childNodes].map(textOf).join('')
  }
  const isAtomic = (region: Element): boolean =>
    region.ariaAtomic !== 'false' &&
    (region.ariaAtomic === 'true' || region.matches('[role=status], [role=alert], output'))
  const alertsIn = (node: Node): Element[] =>
    node instanceof Element
      ? [...(node.matches('[role=alert]') ? [node] : []), ...node.querySelectorAll('[role=alert]')]
      : []

  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
    const isNew = (element: Element) => added.some((node) => node.contains(element))
    const news = new Map<Element, Set<Node>>()
    const note = (region: Element, node: Node) => void news.set(region, (news.get(region) ?? new Set()).add(node))
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const alerts = alertsIn(node)
        for (const alert of alerts) note(alert, alert)
        const region = node.parentElement?.closest(LIVE)
        if (alerts.length === 0 && region && !isNew(region)) note(region, node)
      }
    }
    for (const [region, nodes] of news) {
      if (!region.isConnected || !isRead(region)) continue
      const words = (isAtomic(region) ? textOf(region) : [...nodes].map(textOf).join(' '))
        .replaceAll(/\s+/g, ' ')
        .trim()
      if (words !== '') void window.announced?.(words)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
