import type { LostReason } from '#domain/wallet/transaction.ts'
import type { Chunks } from '../cooperative.ts'

/** A direct member: offsets from its opening bracket to after its closing one. `isKeyed`: PHP writes a list with gaps as an object whose keys are integers. */
export type ScannedList = { start: number; end: number; elements: ScannedElement[]; isKeyed: boolean }
/** `values` approximates what parsing would build: commas and opening brackets. */
type ScannedElement = { start: number; end: number; values: number }

export type ListScan = { ok: true; lists: readonly ScannedList[] } | { ok: false; reason: LostReason; detail?: string }

type Bounds = {
  maxDepth: number
  maxElements: number
  /** Outside of the lists. */
  maxValues: number
}

const SLICE = 64 * 1024

/**
 * Finds the lists that are direct members, and their elements, without building anything. Reads only brackets, commas and quotes; parsing later shows whether
 * the rest is JSON.
 */
export function* scanLists(text: string, bounds: Bounds): Chunks<ListScan> {
  const scan = createScan(text, bounds)
  for (let from = 0; from < text.length; from += SLICE) {
    const problem = scan.advance(Math.min(from + SLICE, text.length))
    if (problem) return problem
    yield SLICE
  }
  return scan.end()
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_LIST = 0x5b
const CLOSING_LIST = 0x5d
const OPENING_OBJECT = 0x7b
const CLOSING_OBJECT = 0x7d
const BLANK = /^[ \t\n\r]*$/
const FIRST_KEY = /\{[ \t\n\r]*"\d{1,15}"[ \t\n\r]*:/y
const KEY = /[ \t\n\r]*"\d{1,15}"[ \t\n\r]*:/y

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

function createScan(text: string, bounds: Bounds) {
  const collector = createCollector(text, bounds)
  let index = 0
  let isInText = false

  function readSign(sign: number): ListScan | undefined {
    switch (sign) {
      case OPENING_LIST:
      case OPENING_OBJECT:
        return collector.open(sign === OPENING_LIST, index)
      case CLOSING_LIST:
      case CLOSING_OBJECT:
        return collector.close(sign === CLOSING_LIST, index)
      default:
        return sign === COMMA ? collector.separate(index) : undefined
    }
  }

  return {
    advance(to: number): ListScan | undefined {
      for (; index < to; index += 1) {
        const sign = text.charCodeAt(index)
        if (isInText) {
          if (sign === BACKSLASH) index += 1
          else if (sign === QUOTE) isInText = false
        } else if (sign === QUOTE) isInText = true
        else {
          const problem = readSign(sign)
          if (problem) return problem
        }
      }
      return undefined
    },
    end: (): ListScan => (isInText ? NOT_JSON : collector.end()),
  }
}

const fail = (reason: LostReason, detail?: string): ListScan => ({ ok: false, reason, ...(detail ? { detail } : {}) })
const NOT_JSON = fail('not-json')

/** Reads only the brackets and commas outside of strings. */
function createCollector(text: string, { maxDepth, maxElements, maxValues }: Bounds) {
  const lists: ScannedList[] = []
  let depth = 0
  let isObject = false
  let list: ScannedList | undefined
  let elementStart = 0
  let elements = 0
  /** Counts in the current element, or outside of the lists. */
  let values = 0
  let valuesOutside = 0

  function endElement(open: ScannedList, index: number): ListScan | undefined {
    const start = open.isKeyed ? endOf(KEY, text, elementStart) : elementStart
    if (start === undefined || start > index) return takeForObject(open)
    open.elements.push({ start, end: index, values })
    elementStart = index + 1
    values = 0
    elements += 1
    return elements > maxElements ? fail('wrong-shape', `a list of more than ${maxElements} elements`) : undefined
  }

  /** A key is not an integer, so this object is not a list and is parsed with the rest. */
  function takeForObject(open: ScannedList): ListScan | undefined {
    values += open.elements.reduce((sum, element) => sum + element.values + 1, valuesOutside)
    elements -= open.elements.length
    list = undefined
    return countOutside()
  }

  const countOutside = () => (values <= maxValues ? undefined : fail('wrong-shape', 'too many values beside its list'))

  function open(isList: boolean, index: number): ListScan | undefined {
    depth += 1
    values += 1
    if (depth > maxDepth) return fail('too-deep')
    if (depth === 1) isObject = !isList
    if (depth === 2 && isObject && (isList || endOf(FIRST_KEY, text, index) !== undefined)) {
      list = { start: index, end: index, elements: [], isKeyed: !isList }
      elementStart = index + 1
      valuesOutside = values
      values = 0
    }
    return undefined
  }

  function close(isList: boolean, index: number): ListScan | undefined {
    depth -= 1
    if (depth !== 1 || !list) return undefined
    if (isList === list.isKeyed) return NOT_JSON
    const isEmpty = list.elements.length === 0 && BLANK.test(text.slice(elementStart, index))
    const problem = isEmpty ? undefined : endElement(list, index)
    if (!list) return problem
    list.end = index + 1
    lists.push(list)
    list = undefined
    values = valuesOutside
    return problem
  }

  function separate(index: number): ListScan | undefined {
    if (list && depth === 2) {
      const problem = endElement(list, index)
      if (problem || list) return problem
    }
    values += 1
    return list ? undefined : countOutside()
  }

  const end = (): ListScan => (depth === 0 ? { ok: true, lists } : NOT_JSON)
  return { open, close, separate, end }
}
