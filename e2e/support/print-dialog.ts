import type { Page } from 'playwright/test'

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

export const documentsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { papers: string[] }).papers)

export const qrCodesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { qrCodes: string[] }).qrCodes)
