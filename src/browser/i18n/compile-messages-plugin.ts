import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** How the ids of the messages begin that the first load shows: sign-in, the frame, the products and the ticket. */
export const FIRST_MESSAGES = /^(failure|money|shell|signIn|storefront|ticket)\./

/**
 * Compiles the ICU messages of `i18n/*.json` in the build, so that no message parser travels to the browser. `?first` selects the messages of the
 * first load, `?lazy` those that come with the lazy pages; without a query a file has all of them.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/[a-z]+\.json(\?(import&)?(first|lazy))?$/ },
      handler(json, id) {
        const isWanted = (messageId: string) =>
          !id.includes('?') || FIRST_MESSAGES.test(messageId) === id.endsWith('first')
        const messages = Object.entries(JSON.parse(json) as Record<string, string>)
        const compiled = messages.filter(([id]) => isWanted(id)).map(([id, text]) => [id, compileMessage(text)])
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}
