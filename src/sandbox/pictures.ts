import { findFlag } from './international/flags.ts'
import { findLogo } from './international/operator-logos.ts'

const BRAND_PICTURES = {
  qamra:
    '<rect width="48" height="48" fill="#20346b"/><circle cx="22" cy="24" r="13" fill="#f4d58d"/><circle cx="28" cy="20" r="11" fill="#20346b"/><circle cx="34" cy="32" r="2.5" fill="#f4d58d"/>',
  velto:
    '<rect width="48" height="48" fill="#d94f2b"/><path d="M8 12h9l7 16 7-16h9L27 38h-6z" fill="#fff"/><path d="M20 12h8l-4 9z" fill="#ffc9a8"/>',
  dunex:
    '<rect width="48" height="48" fill="#e3b04b"/><path d="M0 34q12-16 24-4t24-8v26H0z" fill="#8a4b16"/><path d="M0 42q12-10 24-3t24-6v15H0z" fill="#5c2f0c"/><circle cx="34" cy="13" r="5" fill="#fff4d6"/>',
  lumen:
    '<rect width="48" height="48" fill="#f5cf52"/><circle cx="24" cy="24" r="8" fill="#7a3d06"/><path d="M24 7v6M24 35v6M7 24h6M35 24h6M12 12l4 4M32 32l4 4M36 12l-4 4M16 32l-4 4" stroke="#7a3d06" stroke-width="3.5" stroke-linecap="round"/>',
  kestrel:
    '<rect width="48" height="48" fill="#0d6b58"/><path d="M6 30 24 10l18 20-18-8z" fill="#d8f5e4"/><path d="M16 36 24 27l8 9z" fill="#f7c948"/>',
  pixelmoor:
    '<rect width="48" height="48" fill="#23263d"/><path d="M10 14h7v7h-7zM31 14h7v7h-7zM17 21h14v7H17zM10 28h7v7h-7zM31 28h7v7h-7z" fill="#8df0c5"/><path d="M21 7h6v7h-6zM21 35h6v6h-6z" fill="#f7c948"/>',
  orbyte:
    '<rect width="48" height="48" fill="#2b1b52"/><circle cx="24" cy="24" r="8" fill="#ff8fb1"/><ellipse cx="24" cy="24" rx="18" ry="6" transform="rotate(-24 24 24)" fill="none" stroke="#c9b8ff" stroke-width="3"/>',
  skarn:
    '<rect width="48" height="48" fill="#123a4a"/><path d="M24 8 38 20 24 40 10 20z" fill="#5fd3e8"/><path d="M24 8v32L10 20z" fill="#2a93ad"/><path d="M10 20h28" stroke="#e9fbff" stroke-width="2"/>',
  moviora:
    '<rect width="48" height="48" fill="#7d1735"/><circle cx="24" cy="24" r="14" fill="none" stroke="#ffd7df" stroke-width="4" stroke-dasharray="14 8"/><path d="M20 17v14l12-7z" fill="#fff"/>',
  tunora:
    '<rect width="48" height="48" fill="#0c5f6b"/><path d="M9 20h4v8H9zM17 14h4v20h-4zM25 9h4v30h-4zM33 17h4v14h-4z" fill="#b9f3e6"/>',
  halqa:
    '<rect width="48" height="48" fill="#3d3a1f"/><rect x="9" y="13" width="30" height="20" rx="3" fill="#f3e9b5"/><path d="M18 39h12" stroke="#f3e9b5" stroke-width="4" stroke-linecap="round"/><circle cx="24" cy="23" r="6" fill="none" stroke="#a3543a" stroke-width="3"/>',
  souqly:
    '<rect width="48" height="48" fill="#f0dfc8"/><path d="M10 18h28l-3 22H13z" fill="#b3472f"/><path d="M17 18a7 7 0 0 1 14 0" fill="none" stroke="#5e2015" stroke-width="3"/><circle cx="24" cy="29" r="4" fill="#f0dfc8"/>',
  mirsal:
    '<rect width="48" height="48" fill="#4a2a1a"/><path d="M12 18h20v12a8 8 0 0 1-8 8h-4a8 8 0 0 1-8-8z" fill="#f4e4cf"/><path d="M32 21h3a4 4 0 0 1 0 8h-3" fill="none" stroke="#f4e4cf" stroke-width="3"/><path d="M18 14q-3-3 0-6M25 14q-3-3 0-6" fill="none" stroke="#d9a066" stroke-width="2.5" stroke-linecap="round"/>',
  roadtag:
    '<rect width="48" height="48" fill="#36455f"/><path d="M20 40 22.5 8h3L28 40z" fill="#5b6d8c"/><path d="M23 10h2v6h-2zM22.7 21h2.6v7h-2.6zM22.3 33h3.4v6h-3.4z" fill="#ffe08a"/><path d="M8 40 18 8M40 40 30 8" stroke="#cfd9ea" stroke-width="3"/>',
  nimbra:
    '<rect width="48" height="48" fill="#c7e6f5"/><path d="M13 33a7 7 0 0 1 1-14 10 10 0 0 1 19-1 7.5 7.5 0 0 1 2 15z" fill="#1f5f8b"/><path d="m25 20-6 9h5l-1 7 7-10h-5z" fill="#ffe08a"/>',
  fennec:
    '<rect width="48" height="48" fill="#7a3b2e"/><path d="M8 8l11 12h10L40 8l-4 22-12 11L12 30z" fill="#f3c98b"/><path d="M12 14l6 7-4 6zM36 14l-6 7 4 6z" fill="#b5694a"/><path d="M24 41l-4-6h8z" fill="#3a1a13"/>',
  larkspur:
    '<rect width="48" height="48" fill="#efe6fa"/><g fill="#5b3fa0"><ellipse cx="24" cy="14" rx="5" ry="8"/><ellipse cx="24" cy="34" rx="5" ry="8"/><ellipse cx="14" cy="24" rx="8" ry="5"/><ellipse cx="34" cy="24" rx="8" ry="5"/></g><circle cx="24" cy="24" r="5" fill="#f2b632"/>',
  dukkani:
    '<rect width="48" height="48" fill="#0f4f3a"/><path d="M9 14h30l3 9H6z" fill="#f4efe0"/><path d="M15 14l-2 9h5.5l1-9zM28.5 14l1 9H35l-2-9z" fill="#d9534f"/><path d="M10 25h28v15H10z" fill="#f4efe0"/><path d="M21 40V30h6v10z" fill="#0f4f3a"/>',
  zolta:
    '<rect width="48" height="48" fill="#191b1f"/><rect x="8" y="14" width="32" height="22" rx="4" fill="#d7ff3e"/><path d="M17 19h14v3l-8 5h8v4H17v-3l8-5h-8z" fill="#191b1f"/>',
  quillo:
    '<rect width="48" height="48" fill="#f6d9d5"/><path d="M38 8C22 10 13 20 12 36l3 1c3-6 7-8 13-9-2-1-4-1-6-1 6-2 12-6 14-12-2 1-4 1-6 1 5-2 7-5 8-8z" fill="#a12f4b"/><path d="M10 41c2-8 8-16 17-22" fill="none" stroke="#5a1226" stroke-width="2.5" stroke-linecap="round"/>',
}

const CATEGORY_PICTURES = {
  mobile: '<rect width="14" height="20" x="5" y="2" rx="2" ry="2"/><path d="M12 18h.01"/>',
  data: '<path d="M12 20h.01"/><path d="M2 8.82a15 15 0 0 1 20 0"/><path d="M5 12.859a10 10 0 0 1 14 0"/><path d="M8.5 16.429a5 5 0 0 1 7 0"/>',
  gaming:
    '<path d="M6 11h4M8 9v4M15 12h.01M18 10h.01"/><path d="M17.32 5H6.68a4 4 0 0 0-3.978 3.59C2.604 9.416 2 14.456 2 16a3 3 0 0 0 3 3c1 0 1.5-.5 2-1l1.414-1.414A2 2 0 0 1 9.828 16h4.344a2 2 0 0 1 1.414.586L17 18c.5.5 1 1 2 1a3 3 0 0 0 3-3c0-1.545-.604-6.584-.702-7.41A4 4 0 0 0 17.32 5z"/>',
  entertainment:
    '<path d="m12.296 3.464 3.02 3.956"/><path d="M20.2 6 3 11l-.9-2.4c-.3-1.1.3-2.2 1.3-2.5l13.5-4c1.1-.3 2.2.3 2.5 1.3z"/><path d="M3 11h18v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z"/><path d="m6.18 5.276 3.1 3.899"/>',
  shopping:
    '<path d="M16 10a4 4 0 0 1-8 0"/><path d="M3.103 6.034h17.794"/><path d="M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z"/>',
  international:
    '<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"/><path d="M2 12h20"/>',
  'odd-codes':
    '<path d="M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4z"/><path d="M10 10a2 2 0 1 1 2.6 1.9c-.4.1-.6.4-.6.8v.3M12 15.5h.01"/>',
}

const BANNER_PICTURES = {
  'banner-international':
    '<rect width="366" height="112" fill="#0d4452"/><g fill="none" stroke="#3f8b9a" stroke-width="1.5"><circle cx="292" cy="66" r="78"/><ellipse cx="292" cy="66" rx="46" ry="78"/><ellipse cx="292" cy="66" rx="16" ry="78"/><path d="M214 66h156M222 30h140M222 102h140"/></g><path d="M206 92Q262 6 344 34" fill="none" stroke="#a6e6ec" stroke-width="2.5" stroke-dasharray="2 6" stroke-linecap="round"/><circle cx="206" cy="92" r="5" fill="#fffcf2"/><circle cx="344" cy="34" r="6" fill="#f2ab27"/>',
  'banner-weekend':
    '<rect width="366" height="112" fill="#5a2440"/><g fill="none" stroke="#8c4668" stroke-width="10" stroke-linecap="round"><path d="M262 112a48 48 0 0 1 96 0"/><path d="M240 112a70 70 0 0 1 140 0"/></g><circle cx="310" cy="112" r="28" fill="#f7b267"/><path d="M310 30v-14M352 44l9-10M268 44l-9-10" stroke="#f7b267" stroke-width="5" stroke-linecap="round"/>',
}

export const brandPictures: readonly string[] = Object.keys(BRAND_PICTURES)

export type PictureName = keyof typeof BRAND_PICTURES | keyof typeof CATEGORY_PICTURES | keyof typeof BANNER_PICTURES

const pictures = new Map<string, string>([
  ...Object.entries(BRAND_PICTURES).map(([name, drawing]) => [name, svg('0 0 48 48', drawing)] as const),
  ...Object.entries(CATEGORY_PICTURES).map(([name, lines]) => [name, svg('0 0 48 48', onWhite(lines))] as const),
  ...Object.entries(BANNER_PICTURES).map(
    ([name, drawing]) => [name, svg('0 0 366 112', drawing, ' preserveAspectRatio="xMaxYMid slice"')] as const,
  ),
])

/** All brands are invented, and the drawings are ours. */
export function findPicture(name: string): string | undefined {
  return pictures.get(name) ?? findFlag(name) ?? findLogo(name)
}

function svg(viewBox: string, drawing: string, more = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"${more}>${drawing}</svg>`
}

function onWhite(lines: string): string {
  const pen = 'fill="none" stroke="#004a5c" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return `<rect width="48" height="48" fill="#fff"/><g transform="translate(9.6 9.6) scale(1.2)" ${pen}>${lines}</g>`
}
