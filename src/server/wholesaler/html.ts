/** From U+00A0 on, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
/** Pairs of names and characters. */
const OTHERS =
  'amp & AMP & lt < LT < gt > GT > quot " QUOT " apos \' period . comma , colon : semi ; excl ! quest ? num # dollar $ percnt % ast * plus + equals = lowbar _ sol / bsol \\ lpar ( rpar ) lsqb [ rsqb ] commat @ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ circ ˆ tilde ˜ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ minus − ne ≠ le ≤ ge ≥ infin ∞ asymp ≈ check ✓ star ☆ starf ★ hearts ♥'

const NAMED = new Map<string, string>(LATIN.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)]))
const others = OTHERS.split(' ')
for (let at = 0; at < others.length; at += 2) NAMED.set(others[at] ?? '', others[at + 1] ?? '')

/** Windows-1252 from 128 on, where Unicode has control characters. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return NAMED.get(entity)
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  if (code >= 0x80 && code < 0xa0) return WINDOWS[code - 0x80]
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

/** Decodes once and keeps unknown entities. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,7});/g,
        (whole, entity: string) => characterOf(entity) ?? whole,
      )
    : text

/** Each `<br>`, with a newline that PHP leaves after it, becomes one line break. Other tags stay text. */
export const decodeHtml = (text: string): string => {
  const decoded = decodeEntities(text)
  return decoded.includes('<') ? decoded.replace(/<\/?br(?:[\s/][^<>]{0,100})?>(?:\r\n?|\n)?/gi, '\n') : decoded
}
