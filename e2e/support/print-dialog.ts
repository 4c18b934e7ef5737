import type { Page } from 'playwright/test'

/** The browser's print dialog, which closes at once; what stood on the paper is kept. */
export async function answerPrintDialogs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const papers: string[] = []
    const qrCodes: string[] = []
    Object.assign(window, {
      papers,
      qrCodes,
      print: () => {
        window.dispatchEvent(new Event('beforeprint'))
        papers.push(document.querySelector<HTMLElement>('.printout')?.textContent ?? 'nothing')
        for (const path of document.querySelectorAll('.printout svg[role="img"] path'))
          qrCodes.push(path.getAttribute('d') ?? '')
        window.dispatchEvent(new Event('afterprint'))
      },
    })
  })
}

/** What was printed since the page was loaded, paper by paper. */
export const documentsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { papers: string[] }).papers)

/** The QR codes on all of that, as the paths that draw them. */
export const qrCodesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { qrCodes: string[] }).qrCodes)
