import type { Page } from 'playwright/test'

import { expect } from './shop.ts'

declare global {
  interface Window {
    announced?: (words: string) => Promise<void>
  }
}

export type Announcements = {
  /**
   * Expects that exactly this was announced since the last call, in this order. A repeated announcement is found by the
   * next call.
   */
  expectAnnounced: (...texts: (string | RegExp)[]) => Promise<void>
  /** Discards what was announced so far. */
  forget: () => void
}

/** Records what a screen reader announces on the next pages, as strictly as the strictest screen reader. */
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
 * Runs in the page, before its scripts. A region announces what is added to it or changes in it. The initial content of
 * a region is announced only for an alert, because most screen readers miss it elsewhere. Content that is hidden,
 * inert, or outside an open dialog is not read.
 */
function listenToRegions(): void {
  const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output'
  // An element without its own box is as visible as its content.
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
