/** For keys and links. Each differs in hue from the colors of money states (tested). */
export const ACCENTS = ['petrol', 'blue', 'plum', 'graphite'] as const
export type Accent = (typeof ACCENTS)[number]

/** `ink` is for text on any background, `tint` the background of what is chosen. White text is on `act` in light, dark text in dark. */
export type AccentColors = { act: string; press: string; tint: string; ink: string }

/** `paper` is what customers read, dimmed in the dark theme. Their contrast is tested. */
export const ACCENT_COLORS: Record<Accent, Record<'light' | 'dark' | 'paper', AccentColors>> = {
  petrol: {
    light: { act: '#00566a', press: '#003c4b', tint: '#d2e8ec', ink: '#004a5c' },
    dark: { act: '#7ed0de', press: '#a6e0ea', tint: '#123c46', ink: '#9bdde8' },
    paper: { act: '#004a5c', press: '#003542', tint: '#bcd3d2', ink: '#003f4f' },
  },
  blue: {
    light: { act: '#0b4f9e', press: '#083a76', tint: '#d9e6f6', ink: '#0a4488' },
    dark: { act: '#8fc1f7', press: '#b5d7fb', tint: '#14365c', ink: '#a9d0f9' },
    paper: { act: '#0a4488', press: '#073263', tint: '#bfcbd8', ink: '#083a76' },
  },
  plum: {
    light: { act: '#85215f', press: '#641747', tint: '#f6dfec', ink: '#741c53' },
    dark: { act: '#f0a8d0', press: '#f6c7e1', tint: '#541a3d', ink: '#f4badb' },
    paper: { act: '#741c53', press: '#571440', tint: '#dfc3cc', ink: '#651848' },
  },
  graphite: {
    light: { act: '#34454b', press: '#232f34', tint: '#dfe5e6', ink: '#2b3a40' },
    dark: { act: '#bccbd0', press: '#d5e0e3', tint: '#2c3a40', ink: '#cbd8dc' },
    paper: { act: '#2b3a40', press: '#1e292d', tint: '#c8c7b8', ink: '#263338' },
  },
}
