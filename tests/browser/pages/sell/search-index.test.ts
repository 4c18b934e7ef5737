import { expect, it } from 'vitest'

import { foldText } from '#browser/pages/sell/search-index.ts'

it.each([
  { text: '  Qamra\nRecharge, 5-GB ', folded: 'qamra recharge 5 gb' },
  { text: 'PX100, 5GB', folded: 'px 100 5 gb' },
  { text: '٥جيجا', folded: '5 جيجا' },
  { text: 'BOĞAZ Mobıl Ünlü', folded: 'bogaz mobil unlu' },
  { text: 'Straße Øre Łódź', folded: 'strasse ore lodz' },
  { text: 'شَحْن الألعــاب', folded: 'شحن الالعاب' },
  { text: 'إنترنت آمن أحمر', folded: 'انترنت امن احمر' },
  { text: 'بطاقة هدية', folded: 'بطاقه هديه' },
  { text: 'مستشفى', folded: 'مستشفي' },
  { text: 'کہف', folded: 'كهف' },
  { text: '٥٠ GB ۱۰', folded: '50 gb 10' },
  { text: 'Ｆｕｌｌ ｗｉｄｔｈ', folded: 'full width' },
  { text: 'हिन्दी 中文', folded: 'हनद 中文' },
  { text: '🎮 {}[]<b>', folded: 'b' },
])('compares $text as $folded', ({ text, folded }) => expect(foldText(text)).toBe(folded))
