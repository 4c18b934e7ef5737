import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Messages of sign-in, the frame, the products and the ticket. The messages of their lazy parts, such as the steps of a sale, the ticket of a code
 * and the enrollment, are loaded together with those parts.
 */
export const FIRST_MESSAGES = new RegExp(
  [
    /^failure\.(?!approver-is|country-|denomination-|number-un|operator-|order-|payment-|provider-|quote-|reason-|scam-|stale-|badge-|wrong-badge)/,
    /^ticket\.(?!addC|codes|contact|customer|dropC|enterAc|fewer|finish(?:Ac|C)|fix(?:Ac|C)|more|quantity)/,
    /^signIn\.(?!enroll\.)/,
    /^money\.(?!customerPays|faceValue|recipientGets)/,
    /^shell\.(?!noServer|notAllowed\.next|notFound|switch|toSelling|tryNow)/,
    /^storefront\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * Compiles ICU messages, so that the browser needs no parser. `?first` selects the messages of the first load, `?lazy` those of the lazy pages;
 * without a query a file has all of them.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/[a-z]+\.json(\?|$)/ },
      handler(json, id) {
        const part = /[?&](first|lazy)\b/.exec(id)?.[1]
        const messages = Object.entries(JSON.parse(json) as Record<string, string>)
          .filter(([messageId]) => part === undefined || FIRST_MESSAGES.test(messageId) === (part === 'first'))
          .map(([messageId, text]) => [messageId, compileMessage(text)])
        const compiled = JSON.stringify(Object.fromEntries(messages))
        // Vite reads a whole JSON file automatically, but not one with a query.
        return part
          ? { code: `export default ${compiled}`, map: null, moduleType: 'js' }
          : { code: compiled, map: null }
      },
    },
  }
}
