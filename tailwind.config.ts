import type { Config } from 'tailwindcss'

/**
 * The design's tokens as theme values; the variables themselves stand in src/browser/styles/tokens.css. The scales replace Tailwind's own:
 * space is counted in tokens (`p-5` is 24 px), type is `text-1` to `text-8`, and no colour exists besides these.
 */
export default {
  content: [],
  theme: {
    screens: { md: '1024px', lg: '1280px', xl: '1440px' },
    fontFamily: { sans: 'var(--font-sans)', mono: 'var(--font-mono)' },
    fontSize: {
      1: ['var(--t-1)', 'var(--l-1)'],
      2: ['var(--t-2)', 'var(--l-2)'],
      3: ['var(--t-3)', 'var(--l-3)'],
      4: ['var(--t-4)', 'var(--l-4)'],
      5: ['var(--t-5)', 'var(--l-5)'],
      6: ['var(--t-6)', 'var(--l-6)'],
      7: ['var(--t-7)', 'var(--l-7)'],
      8: ['var(--t-8)', 'var(--l-8)'],
    },
    fontWeight: { normal: '400', medium: '500', semibold: '600' },
    spacing: {
      0: '0px',
      px: '1px',
      1: 'var(--s-1)',
      2: 'var(--s-2)',
      3: 'var(--s-3)',
      4: 'var(--s-4)',
      5: 'var(--s-5)',
      6: 'var(--s-6)',
      7: 'var(--s-7)',
      8: 'var(--s-8)',
      9: 'var(--s-9)',
    },
    borderRadius: { none: '0', 1: 'var(--r-1)', 2: 'var(--r-2)', 3: 'var(--r-3)', full: 'var(--r-full)' },
    boxShadow: { none: 'none', 1: 'var(--e-1)', 2: 'var(--e-2)' },
    transitionDuration: { 1: 'var(--d-1)', 2: 'var(--d-2)', 3: 'var(--d-3)' },
    transitionTimingFunction: { DEFAULT: 'var(--ease)' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      canvas: 'var(--canvas)',
      tray: 'var(--tray)',
      surface: 'var(--surface)',
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
      rail: { DEFAULT: 'var(--rail)', 2: 'var(--rail-2)', ink: 'var(--rail-ink)' },
      act: {
        DEFAULT: 'var(--act)',
        press: 'var(--act-press)',
        tint: 'var(--act-tint)',
        ink: 'var(--act-ink)',
        on: 'var(--on-act)',
      },
      focus: 'var(--focus)',
      ok: { DEFAULT: 'var(--ok)', tint: 'var(--ok-tint)', solid: 'var(--ok-solid)' },
      wait: { DEFAULT: 'var(--wait)', tint: 'var(--wait-tint)', solid: 'var(--wait-solid)', edge: 'var(--wait-edge)' },
      bad: { DEFAULT: 'var(--bad)', tint: 'var(--bad-tint)', solid: 'var(--bad-solid)' },
      unk: { DEFAULT: 'var(--unk)', tint: 'var(--unk-tint)', solid: 'var(--unk-solid)' },
    },
  },
} satisfies Config
