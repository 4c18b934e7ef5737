import type { MessageWords } from './message-words.ts'

export const hi: MessageWords = {
  alert: {
    between: ': ',
    test: 'टेस्ट',
    practice: 'प्रैक्टिस, पैसों का लेन-देन नहीं होता',
    testBody: 'यह सिर्फ़ एक टेस्ट है। कुछ हुआ नहीं है।',
    signIn: 'रकम देखने के लिए सुपरवाइज़र के रूप में साइन इन करें।',
    wayWorks: 'अलर्ट यहाँ पहुँचते हैं',
    titles: {
      'wallet-below': 'वॉलेट में पैसे कम हैं',
      'wallet-days': 'वॉलेट ज़्यादा दिन नहीं चलेगा',
      'sale-unknown': 'एक बिक्री का नतीजा पता नहीं',
      'selling-stopped': 'बिक्री बंद हो गई है',
      'service-away': 'सर्विस से संपर्क नहीं है',
      'backup-old': 'बैकअप रुक गया है',
      'drawer-difference': 'एक ड्रॉअर में फ़र्क है',
      'day-summary': 'दिन का अब तक का हिसाब',
      'alerts-changed': 'अलर्ट की सेटिंग बदली गई है',
    },
    reasons: {
      signature: 'सर्विस हमारे सिग्नेचर को नहीं मान रही है',
      inactive: 'सर्विस कहती है कि यह दुकान उसके यहाँ चालू नहीं है',
      contradiction: 'सर्विस ने एक बिक्री के बारे में अलग-अलग जवाब दिए',
      restored: 'दुकान के रिकॉर्ड बैकअप से वापस लाए गए हैं',
      'disk-full': 'डिस्क लगभग भर गई है',
    },
    more: (count) => `और ${count} भी।`,
    walletBelow: (balance, line) => `बैलेंस ${balance} है, जो ${line} से कम है।`,
    walletDays: (days, line) => `वॉलेट लगभग ${days} दिन चलेगा, जो ${line} दिन से कम है।`,
    saleUnknown: (number, product, pays, time) =>
      `बिक्री ${number}, ${product}, ${pays}, ${time} बजे भेजी गई: अभी कोई नहीं कह सकता कि बिक्री हुई या नहीं। इसे दोबारा न बेचें।`,
    stopped: (reason, time) => `${time} बजे से: ${reason}।`,
    away: (time) => `सर्विस ने ${time} बजे से जवाब नहीं दिया है।`,
    backupOld: (hours) =>
      `${hours === undefined ? 'जर्नल का कोई बैकअप नहीं है।' : `जर्नल का आखिरी सही बैकअप ${hours} घंटे पुराना है।`} वजह उस पेज पर है जो बेचने की तैयारी दिखाता है।`,
    administrator: 'दुकान के कंप्यूटर',
    changed: (by, time) =>
      `${by} ने ${time} बजे बदला कि अलर्ट कहाँ जाएँ या क्या बताया जाए। अगर आपको इसकी उम्मीद नहीं थी, तो साइन इन करके वॉलेट में अलर्ट देखें।`,
    drawer: (terminal, zNumber, difference, time) =>
      `${terminal}, रिपोर्ट Z ${zNumber}, ${time} बजे बंद की गई: ${difference}।`,
    directions: { over: 'ज़्यादा निकले', short: 'कम निकले' },
    drawers: (closed, over, short) => `बंद किए गए ड्रॉअर: ${closed}। ज़्यादा: ${over}। कम: ${short}।`,
    summary: (day, { sold, notSold, waiting, unknown, paid, margin, refundsDue }, sums) =>
      [
        `तारीख: ${day}`,
        `बिकी: ${sold}। नहीं बिकी: ${notSold}। इंतज़ार में: ${waiting}। नतीजा पता नहीं: ${unknown}।`,
        `ग्राहकों ने दिए: ${sums(paid)}`,
        `मार्जिन: ${sums(margin)}`,
        `रिफ़ंड देने बाकी: ${sums(refundsDue)}`,
      ].join('\n'),
  },
  receipt: {
    between: ': ',
    line: (label, value) => `${label}: ${value}`,
    heading: (number) => `बिक्री ${number} की रसीद`,
    practice: 'प्रैक्टिस: कुछ नहीं बिका।',
    test: 'टेस्ट: सर्विस को बताया गया कि यह असली बिक्री नहीं है।',
    day: 'तारीख',
    product: 'प्रोडक्ट',
    account: 'नंबर या अकाउंट',
    faceValue: 'फ़ेस वैल्यू',
    gets: 'पाने वाले को मिलेगा',
    paid: 'दी गई रकम',
    noCode: 'कोड इस ईमेल में नहीं है। वह आपको काउंटर पर दिया जा चुका है।',
  },
}
