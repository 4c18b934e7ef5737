import type { Language } from '../language.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'
import type { MessageWords } from './message-words.ts'
import { ur } from './ur.ts'

export const MESSAGE_WORDS: Record<Language, MessageWords> = { en, ar, ur, hi }
