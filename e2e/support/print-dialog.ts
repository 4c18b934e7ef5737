import type { Page } from 'playwright/test'

/** The browser's print dialog, which closes at once; what stood on the paper is kept. */
export async function answerPrintDialogs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const papers: string[] = []
    Object.assign(window, {
      papers,
      print: () => {
        window.dispatchEvent(new Event('beforeprint'))
        papers.push(document.querySelector<HTMLElement>('.printout')?.textContent ?? 'nothing')
        window.dispatchEvent(new Event('afterprint'))
      },
    })
  })
}

/** What was printed since the page was loaded, paper by paper. */
export const documentsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { papers: string[] }).papers)
