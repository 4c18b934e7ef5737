import type { PrintDocument, PrintLine } from './print-document.ts'

/**
 * A paper as plain text, to be shared or mailed. Nothing is left out but rules and cuts: a text for WhatsApp or mail is made of a paper that holds no code.
 */
export function documentText({ lines }: PrintDocument): string {
  return lines
    .map(textOf)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(line: PrintLine): string {
  switch (line.kind) {
    case 'pair':
      return `${line.label}: ${line.value}`
    case 'rule':
    case 'cut':
    case 'pictures':
      return ''
    default:
      return line.text
  }
}
