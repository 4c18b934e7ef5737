import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the ICU texts of `i18n/*.json` while building, so that no message parser travels to the browser. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/[a-z-]+\.json$/ },
      handler(json) {
        const texts = Object.entries(JSON.parse(json) as Record<string, string>)
        const compiled = texts.map(([id, text]) => [id, compileMessage(text)])
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}
