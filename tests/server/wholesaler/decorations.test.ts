import { expect, it } from 'vitest'

import { withoutDecorations } from '#server/wholesaler/decorations.ts'
import { parseJsonObject } from '#server/lib/json/parse-json.ts'

const OBJECT = '{"transaction":{"id":"69d","mask":"{d} }"}}'
const TRACE = '#0 [internal function]: {closure}(NULL)\n#1 {main}\n'

type Row = [what: string, text: string, isRead: boolean]
const before = (isRead: boolean, ...texts: string[]) =>
  texts.map((text): Row => [JSON.stringify(text), text + OBJECT, isRead])
it.each<Row>([
  ['a mark before it', `\uFEFF${OBJECT}`, true],
  ['blank lines and two marks', `\r\n\n\uFEFF\uFEFF${OBJECT}\n`, true],
  ['a zero character after it', `${OBJECT}\0`, true],
  ['a notice before it', `<br />\n<b>Notice</b>: x in <b>/a.php</b><br />\n${OBJECT}`, true],
  ['a line of a log before it', `[28-Nov-2026 09:41:07 UTC] PHP Notice:  x in /a.php\n${OBJECT}`, true],
  ['a comment after it', `${OBJECT}<!-- {14} queries -->`, true],
  ['a stack trace before it', TRACE + OBJECT, true],
  ['a stack trace after it', `${OBJECT}\n${TRACE}`, true],
  ['a stack trace on both sides', TRACE + OBJECT + TRACE, true],
  ['a closure as PHP 8.4 names it', `${OBJECT}\n#0 {closure:App\\Foo::bar():12}()`, true],
  ...before(true, 'while(1);', 'for(;;);', '200 OK\n', 'NULL\n', 'Array\n(\n)\n', '<pre>', '/**/cb('),
  ...before(true, '\u001b[31mNotice\u001b[0m'),
  ...[';', '</body></html>', '\n--\nserver1', ')'].map((after): Row => [after, OBJECT + after, true]),
  ...before(false, 'true', '"OK"\n', '<script>var x={};</script>', 'array(1) {\n  [0]=>\n  int(5)\n}\n'),
  ['another object after it', OBJECT + OBJECT, false],
  ['an empty object before it', `{}${OBJECT}`, false],
  ['half of another one before it', `"id":1}${OBJECT}`, false],
  ['half of another one after it', `${OBJECT}{"id":`, false],
  ['a list around it', `[${OBJECT}]`, false],
  ['a number before it', `12 ${OBJECT}`, false],
  ['a text before it', `"x" ${OBJECT}`, false],
  ['a member name before it', `"answer": ${OBJECT}`, false],
  ['its end cut off', OBJECT.slice(0, -1), false],
  ['a page around it', `${'x'.repeat(70_000)}${OBJECT}`, false],
])('an object with %s is read only where its meaning is clear', (_, text, isRead) => {
  const read = parseJsonObject(withoutDecorations(text).text, 10)
  expect(read.ok ? read.value : false).toEqual(isRead && JSON.parse(OBJECT))
})
