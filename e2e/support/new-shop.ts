import { startBuiltShop } from './built.ts'

export type NewShop = {
  /** What the console shows at the first start. */
  setupLink: string
  close: () => Promise<void>
}

/** A till that sells for real, from a sandbox of its own, in which nobody has ever been. */
export async function openNewShop(): Promise<NewShop> {
  let printed = ''
  const { close } = await startBuiltShop({ service: 'real', print: (line) => (printed += `${line}\n`) })
  const [setupLink = ''] = /http\S+\/setup#\S+/.exec(printed) ?? []
  return { setupLink, close }
}
