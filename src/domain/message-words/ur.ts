import type { MessageWords } from './message-words.ts'

export const ur: MessageWords = {
  alert: {
    between: ': ',
    test: 'ٹیسٹ',
    practice: 'مشق، کوئی رقم منتقل نہیں ہوتی',
    testBody: 'یہ صرف ایک ٹیسٹ ہے۔ کچھ نہیں ہوا۔',
    signIn: 'رقمیں دیکھنے کے لیے سپروائزر کے طور پر سائن اِن کریں۔',
    wayWorks: 'الرٹس یہاں پہنچتے ہیں',
    titles: {
      'wallet-below': 'والٹ میں رقم کم ہے',
      'wallet-days': 'والٹ زیادہ دن نہیں چلے گا',
      'sale-unknown': 'ایک سیل کا نتیجہ معلوم نہیں',
      'selling-stopped': 'فروخت بند ہو گئی ہے',
      'service-away': 'سروس سے رابطہ نہیں ہے',
      'backup-old': 'بیک اپ رک گیا ہے',
      'drawer-difference': 'ایک دراز میں فرق ہے',
      'day-summary': 'دن کا اب تک کا خلاصہ',
      'alerts-changed': 'الرٹس کی سیٹنگز بدل دی گئی ہیں',
    },
    reasons: {
      signature: 'سروس ہمارے دستخط قبول نہیں کر رہی',
      inactive: 'سروس کہتی ہے کہ یہ پوائنٹ آف سیل فعال نہیں ہے',
      contradiction: 'سروس نے ایک سیل کے بارے میں متضاد جواب دیے',
      restored: 'دکان کا ریکارڈ بیک اپ سے واپس لایا گیا ہے',
      'disk-full': 'ڈسک تقریباً بھر گئی ہے',
    },
    more: (count) => `اور ${count} مزید۔`,
    walletBelow: (balance, line) => `بیلنس ${balance} ہے، جو ${line} سے کم ہے۔`,
    walletDays: (days, line) => `والٹ تقریباً ${days} دن چلے گا، جو ${line} دن سے کم ہے۔`,
    saleUnknown: (number, product, pays, time) =>
      `سیل ${number}، ${product}، ${pays}، ${time} بجے بھیجی گئی: ابھی کوئی نہیں بتا سکتا کہ یہ سیل ہوئی یا نہیں۔ اسے دوبارہ نہ بیچیں۔`,
    stopped: (reason, time) => `${time} بجے سے: ${reason}۔`,
    away: (time) => `سروس نے ${time} بجے سے جواب نہیں دیا۔`,
    backupOld: (hours) =>
      `${hours === undefined ? 'جرنل کا کوئی بیک اپ نہیں ہے۔' : `جرنل کا آخری درست بیک اپ ${hours} گھنٹے پرانا ہے۔`} وجہ اس صفحے پر ہے جو فروخت کی تیاری دکھاتا ہے۔`,
    administrator: 'دکان کے کمپیوٹر',
    changed: (by, time) =>
      `${by} نے ${time} بجے بدلا کہ الرٹس کہاں جائیں یا کیا بتایا جائے۔ اگر آپ کو اس کی توقع نہیں تھی تو سائن اِن کریں اور والٹ میں الرٹس دیکھیں۔`,
    drawer: (terminal, zNumber, difference, time) =>
      `${terminal}، رپورٹ \u2066Z ${zNumber}\u2069، ${time} بجے بند کی گئی: ${difference}۔`,
    directions: { over: 'زیادہ نکلے', short: 'کم نکلے' },
    drawers: (closed, over, short) => `بند کی گئی درازیں: ${closed}۔ زیادہ: ${over}۔ کم: ${short}۔`,
    summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
      [
        `تاریخ: \u2066${day}\u2069`,
        `فروخت ہوئیں: ${sold}۔ فروخت نہیں ہوئیں: ${notSold}۔ انتظار میں: ${waiting}۔ نتیجہ معلوم نہیں: ${unknown}۔`,
        `گاہکوں نے ادا کیے: ${sums(paid)}`,
        `منافع: ${sums(margin)}`,
        `گاہکوں کو واپس کرنے ہیں: ${sums(refundsDue)}`,
      ].join('\n'),
  },
  receipt: {
    between: ': ',
    line: (label, value) => `${label}: \u2068${value}\u2069`,
    heading: (number) => `سیل ${number} کی رسید`,
    practice: 'مشق: کچھ فروخت نہیں ہوا۔',
    test: 'ٹیسٹ: سروس کو بتایا گیا کہ یہ اصل سیل نہیں ہے۔',
    day: 'تاریخ',
    product: 'پروڈکٹ',
    account: 'نمبر یا اکاؤنٹ',
    faceValue: 'اصل مالیت',
    gets: 'وصول کنندہ کو ملے گا',
    paid: 'ادا کی گئی رقم',
    noCode: 'کوڈ اس ای میل میں نہیں ہے۔ وہ آپ کو کاؤنٹر پر دیا جا چکا ہے۔',
  },
}
