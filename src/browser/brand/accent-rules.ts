import { ACCENT_COLORS, type Accent, type AccentColors } from '#domain/accent.ts'

let shown: { sheet: CSSStyleSheet; rule: CSSRule | undefined } | undefined

/** Not in forced colors. A rule of an existing sheet, because the page's policy forbids inline styles. */
export function showAccent(accent: Accent): void {
  if (shown) {
    const at = [...shown.sheet.cssRules].indexOf(shown.rule!)
    if (at >= 0) shown.sheet.deleteRule(at)
  }
  const [sheet] = document.styleSheets
  if (!sheet) return
  const { light, dark, paper } = ACCENT_COLORS[accent]
  const inDark = (root: string) => `${root}{${tokensOf(dark)}}${root} .paper{${tokensOf(paper)}}`
  const rules = [
    `:root,[data-theme='light'],.paper{${tokensOf(light)}}`,
    inDark(`[data-theme='dark']`),
    `@media (prefers-color-scheme:dark){${inDark(':root:not([data-theme])')}}`,
  ]
  const at = sheet.insertRule(`@media (forced-colors:none){${rules.join('')}}`, sheet.cssRules.length)
  shown = { sheet, rule: sheet.cssRules[at] }
}

const tokensOf = ({ act, press, tint, ink }: AccentColors): string =>
  `--act:${act};--act-press:${press};--act-tint:${tint};--act-ink:${ink}`
