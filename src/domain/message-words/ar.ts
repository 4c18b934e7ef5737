import type { MessageWords } from './message-words.ts'

export const ar: MessageWords = {
  alert: {
    between: ': ',
    test: 'اختبار',
    practice: 'تدريب، لا تُخصم أموال',
    testBody: 'هذا اختبار. لم يحدث شيء.',
    signIn: 'سجّل الدخول كمشرف لعرض الأرقام.',
    wayWorks: 'تصل التنبيهات إلى هنا',
    titles: {
      'wallet-below': 'رصيد المحفظة منخفض',
      'wallet-days': 'لن تكفي المحفظة طويلًا',
      'sale-unknown': 'عملية بيع نتيجتها غير معروفة',
      'selling-stopped': 'توقف البيع',
      'service-away': 'المزوّد لا يستجيب',
      'backup-old': 'توقف النسخ الاحتياطي',
      'drawer-difference': 'فرق في درج النقد',
      'day-summary': 'ملخص اليوم حتى الآن',
      'alerts-changed': 'تم تغيير التنبيهات',
    },
    reasons: {
      signature: 'المزوّد يرفض توقيعنا',
      inactive: 'يقول المزوّد إن نقطة البيع هذه غير نشطة',
      contradiction: 'أعطى المزوّد إجابات متعارضة عن عملية بيع',
      restored: 'أُعيدت السجلات من نسخة احتياطية',
      'disk-full': 'القرص شبه ممتلئ',
    },
    more: (count) => `وغيرها: ${count}.`,
    walletBelow: (balance, line) => `الرصيد ${balance}، أقل من ${line}.`,
    walletDays: (days, line) => `تكفي المحفظة نحو ${days} يوم، أقل من ${line}.`,
    saleUnknown: (number, product, pays, time) =>
      `البيع ${number}، ${product}، ${pays}، أُرسل الساعة ${time}: لا يُعرف بعد هل تم. لا تُكرِّر هذا البيع.`,
    stopped: (reason, time) => `منذ ${time}: ${reason}.`,
    away: (time) => `لم يُجب المزوّد منذ ${time}.`,
    backupOld: (hours) =>
      `${hours === undefined ? 'لا توجد نسخة احتياطية من السجل.' : `مضى على آخر نسخة احتياطية سليمة من السجل (بالساعات): ${hours}.`} السبب في صفحة الجاهزية للبيع.`,
    administrator: 'حاسوب المتجر',
    changed: (by, time) =>
      `غيّر ${by} عند الساعة ${time} وجهة التنبيهات أو ما يُرسل منها. إذا لم تكن تتوقع ذلك، فسجّل الدخول وراجع «المحفظة» ثم «التنبيهات».`,
    drawer: (terminal, zNumber, difference, time) =>
      `${terminal}، التقرير \u2066Z ${zNumber}\u2069، أُغلق الساعة ${time}: ${difference}.`,
    directions: { over: 'زيادة قدرها', short: 'نقص قدره' },
    drawers: (closed, over, short) => `الأدراج المغلقة: ${closed}. زيادة: ${over}. نقص: ${short}.`,
    summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
      [
        `التاريخ: \u2066${day}\u2069`,
        `تم البيع: ${sold}. لم يتم: ${notSold}. بالانتظار: ${waiting}. غير معروف: ${unknown}.`,
        `دفع العملاء: ${sums(paid)}`,
        `الربح: ${sums(margin)}`,
        `مبالغ مستحقة للإعادة: ${sums(refundsDue)}`,
      ].join('\n'),
  },
  receipt: {
    between: ': ',
    line: (label, value) => `${label}: \u2068${value}\u2069`,
    heading: (number) => `إيصال البيع ${number}`,
    practice: 'تدريب: لم يُبع شيء.',
    test: 'اختبار: أُبلغ المزوّد بأن هذا ليس بيعًا حقيقيًا.',
    day: 'التاريخ',
    product: 'المنتج',
    account: 'الرقم أو الحساب',
    faceValue: 'القيمة الاسمية',
    gets: 'يصل إلى المستلم',
    paid: 'المدفوع',
    noCode: 'الرمز ليس في هذه الرسالة. حصلت عليه عند الصندوق.',
  },
}
