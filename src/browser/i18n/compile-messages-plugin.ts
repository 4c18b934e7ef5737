import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * How the ids of the messages begin that the first load shows: sign-in, the frame, the products and the ticket. What only the steps of a sale are
 * refused with comes with their lazy pages.
 */
export const FIRST_MESSAGES =
  /^(failure\.(?!approver-is|country-|denomination-|number-un|operator-|order-|payment-|provider-|quote-|reason-|scam-|stale-)|(money|shell|signIn|storefront|ticket)\.)/

/**
 * Compiles the ICU messages of `i18n/*.json` in the build, so that no message parser travels to the browser. `?first` selects the messages of the
 * first load, `?lazy` those that come with the lazy pages; without a query a file has all of them.
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
        // Vite reads a whole JSON file by itself, but not one with a query.
        return part
          ? { code: `export default ${compiled}`, map: null, moduleType: 'js' }
          : { code: compiled, map: null }
      },
    },
  }
}
