import { create } from 'zustand'

export const HELP_SECTIONS = [
  'recharge',
  'voucher',
  'international',
  'states',
  'openItems',
  'printing',
  'support',
  'keys',
] as const
export type HelpSection = (typeof HELP_SECTIONS)[number]

type OpenHelp = { isOpen: boolean; section?: HelpSection | undefined }

export const useOpenHelp = create<OpenHelp>(() => ({ isOpen: false }))

export const openHelp = (section?: HelpSection): void => useOpenHelp.setState({ isOpen: true, section })
