import type { Config } from 'tailwindcss'

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

/**
 * The design's tokens. Colors, and sizes that differ by window or kiosk, are variables in src/browser/styles/tokens.css. The scales replace
 * Tailwind's own: space is counted in tokens (`p-5` is 24 px), type is `text-1` to `text-8`, and no other colors exist.
 *
 * Utilities without a prefix are for a phone (390 px); `sm` begins at an upright tablet, such as the kiosk (800 px), and `md` where the side panel is
 * beside the page. `low` is a window under 800 px high, where rows move closer; `tiny` is one column without the height for fixed bars. All are in
 * `em` (16 px by default), so that a larger browser font has the same layout as zoom.
 */
export default {
  content: [],
  theme: {
    screens: {
      sm: '37.5em',
      md: '64em',
      lg: '80em',
      xl: '90em',
      wide: '100em',
      low: { raw: '(max-height: 48.75em)' },
      tiny: { raw: '(width < 64em) and (max-height: 31.25em)' },
    },
    fontFamily: {
      sans: 'var(--font-sans)',
      mono: "'IBM Plex Mono', ui-monospace, 'Cascadia Mono', 'Roboto Mono', 'Noto Sans Mono', monospace",
    },
    fontSize: {
      1: ['0.8125rem', '1.25rem'], // 13/20: label
      2: ['0.9375rem', '1.5rem'], // 15/24: body
      3: ['1.0625rem', '1.5rem'], // 17/24: name, button
      4: ['1.25rem', '1.75rem'], // 20/28: title
      5: ['1.5rem', '2rem'], // 24/32: key, heading
      6: ['2rem', '2.5rem'], // 32/40: entered amount
      7: ['2.75rem', '3.25rem'], // 44/52: read-back, PIN
      8: ['3.5rem', '4rem'], // 56/64: customer pays
    },
    letterSpacing: { normal: '0', 1: '-0.005em', 2: '-0.01em', 3: '-0.02em', code: '0.02em' },
    lineHeight: { none: '1', 4: '1.125rem', 5: '1.25rem' },
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    spacing: {
      0: '0px',
      px: '1px',
      1: '4px',
      2: '8px',
      3: '12px',
      4: '16px',
      5: '24px',
      6: '32px',
      7: '40px',
      8: '48px',
      9: '64px',
      hit: '48px', // the smallest target
      key: 'var(--hit-key)',
      bar: 'var(--bar-h)',
      rail: 'var(--rail-w)',
      panel: 'var(--tray-w)',
      tile: 'var(--tile-h)',
      drawer: '29.5rem',
      menu: '20.5rem',
      dialog: '30rem',
      // A wide page at 1280 px.
      page: '105rem',
    },
    borderRadius: { none: '0', 1: '4px', 2: '8px', 3: '12px', full: '999px' },
    boxShadow: {
      none: 'none',
      1: 'var(--e-1)',
      2: 'var(--e-2)',
      // The inner edge of what is active, invalid or selected: it takes no room.
      act: 'inset 0 0 0 2px var(--act)',
      bad: 'inset 0 0 0 2px var(--bad-solid)',
      row: 'inset 4px 0 0 var(--act)',
      'row-rtl': 'inset -4px 0 0 var(--act)',
    },
    // The keyframes are in src/browser/styles/base.css, because Tailwind does not write those of a configuration.
    animation: {
      spin: 'spin 1s linear infinite',
      print: `print 160ms ${EASE}`,
      drawer: `drawer 240ms ${EASE}`,
      feed: `feed 240ms ${EASE}`,
      edge: `edge 240ms ${EASE}`,
      tear: `tear 240ms ${EASE} forwards`,
    },
    transitionDuration: { 1: '80ms', 2: '160ms', 3: '240ms' },
    transitionTimingFunction: { DEFAULT: EASE },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      canvas: 'var(--canvas)',
      tray: 'var(--tray)',
      surface: 'var(--surface)',
      scrim: 'var(--scrim)',
      cat: { DEFAULT: 'var(--cat)', 2: 'var(--cat-2)', 3: 'var(--cat-3)' },
      slot: 'var(--slot)',
      toast: { DEFAULT: 'var(--toast)', act: 'var(--toast-act)' },
      /** On rail, bar and toast, which are dark in both themes. */
      night: {
        ok: 'var(--night-ok)',
        wait: 'var(--night-wait)',
        bad: 'var(--night-bad)',
        unk: 'var(--night-unk)',
        focus: 'var(--night-focus)',
        on: 'var(--on-night)',
      },
      train: { DEFAULT: 'var(--train)', 2: 'var(--train-2)', on: 'var(--on-train)' },
      sunken: 'var(--sunken)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      ink: { DEFAULT: 'var(--ink)', 2: 'var(--ink-2)', 3: 'var(--ink-3)' },
      paper: {
        DEFAULT: 'var(--paper)',
        2: 'var(--paper-2)',
        line: 'var(--paper-line)',
        'line-strong': 'var(--paper-line-strong)',
        ink: 'var(--paper-ink-2)',
      },
      rail: {
        DEFAULT: 'var(--rail)',
        2: 'var(--rail-2)',
        ink: 'var(--rail-ink)',
        on: 'var(--rail-on)',
        'on-ink': 'var(--rail-on-ink)',
      },
      act: {
        DEFAULT: 'var(--act)',
        press: 'var(--act-press)',
        tint: 'var(--act-tint)',
        ink: 'var(--act-ink)',
        on: 'var(--on-act)',
      },
      focus: 'var(--focus)',
      ok: { DEFAULT: 'var(--ok)', tint: 'var(--ok-tint)', solid: 'var(--ok-solid)' },
      wait: {
        DEFAULT: 'var(--wait)',
        tint: 'var(--wait-tint)',
        solid: 'var(--wait-solid)',
        edge: 'var(--wait-edge)',
        on: 'var(--on-wait)',
      },
      bad: { DEFAULT: 'var(--bad)', tint: 'var(--bad-tint)', solid: 'var(--bad-solid)' },
      unk: { DEFAULT: 'var(--unk)', tint: 'var(--unk-tint)', solid: 'var(--unk-solid)' },
      /** On the solid colors of the money states. */
      solid: { on: 'var(--on-solid)' },
      white: '#ffffff',
    },
  },
} satisfies Config
