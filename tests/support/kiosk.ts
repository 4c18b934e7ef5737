import type { IssuedCode } from '#api/terminals.ts'
import type { Browser, Shop } from './shop.ts'

/** A browser that became a kiosk with a supervisor's code. No one is signed in there yet. */
export async function openKiosk(shop: Shop, name = 'Kiosk'): Promise<Browser> {
  const counter = shop.browser()
  await counter.signIn('Hamad')
  const { status, body } = await counter.ask<IssuedCode>('POST', '/api/terminals/enrollment-codes', {
    name,
    kiosk: true,
  })
  if (status !== 200) throw new Error(`no code for a kiosk: ${JSON.stringify(body)}`)
  const kiosk = shop.browser()
  const enrolled = await kiosk.ask('POST', '/api/terminals/enroll', { code: body.code })
  if (enrolled.status >= 300) throw new Error(`the kiosk was not enrolled: ${JSON.stringify(enrolled.body)}`)
  return kiosk
}
