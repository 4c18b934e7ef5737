import '../styles/late-fonts.css'
import '../styles/paper.css'

import { Scissors } from 'lucide-react'
import { useId, useState } from 'react'

import type { PaperWidth } from '#receipt-printer/plain-document.ts'
import { directionOf, type PrintDocument, type PrintLine } from './print-document.ts'
import { QrCode } from '../ui/QrCode.tsx'

type PrintPreviewProps = {
  paper: PrintDocument
  width: PaperWidth
  name: string
  qrName: string
}

export function PrintPreview({ paper, width, name, qrName }: PrintPreviewProps) {
  return (
    <section className={`printed printed--${width}`} aria-label={name}>
      <div className="printed__in relative" style={{ isolation: 'isolate' }}>
        {paper.watermark !== undefined && <Watermark text={paper.watermark} />}
        {paper.lines.map((line, index) => (
          // Lines never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} line={line} width={width} qrName={qrName} />
        ))}
      </div>
    </section>
  )
}

/** Repeated behind the content, pale enough to leave words and codes readable. */
function Watermark({ text }: { text: string }) {
  const id = useId()
  return (
    <svg className="absolute inset-0 size-full" style={{ zIndex: -1 }} aria-hidden data-watermark>
      <pattern id={id} width={210} height={84} patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">
        <text x={105} y={42} textAnchor="middle" fontSize={32} fontWeight={600} fill="#14181a" fillOpacity={0.12}>
          {text}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

type Look = NonNullable<Extract<PrintLine, { kind: 'text' }>['look']>

/** A wide roll has larger letters. Groups of a code stay whole if they fit. */
const LOOKS: Record<Look | 'plain', Record<58 | 80, string>> = {
  plain: { 58: 'whitespace-pre-line', 80: 'whitespace-pre-line' },
  title: {
    58: 'text-[15px] leading-[20px] font-semibold whitespace-pre-line',
    80: 'text-[15px] leading-[20px] font-semibold whitespace-pre-line',
  },
  strong: { 58: 'font-semibold whitespace-pre-line', 80: 'font-semibold whitespace-pre-line' },
  small: {
    58: 'text-[9px] leading-[13px] whitespace-pre-line',
    80: 'text-[10px] leading-[14px] whitespace-pre-line',
  },
  code: {
    58: 'text-[15px] leading-[22px] font-semibold whitespace-pre-wrap [unicode-bidi:isolate]',
    80: 'text-[20px] leading-[28px] font-semibold whitespace-pre-wrap [unicode-bidi:isolate]',
  },
}

function Line({ line, width, qrName }: { line: PrintLine; width: PaperWidth; qrName: string }) {
  switch (line.kind) {
    case 'text':
      return (
        <p
          dir="auto"
          className={`${line.align === 'center' ? 'text-center' : 'text-start'} ${LOOKS[line.look ?? 'plain'][width === 58 ? 58 : 80]}`}
        >
          {line.text}
        </p>
      )
    case 'pair':
      return (
        <div
          dir={directionOf(`${line.label} ${line.value}`)}
          // A value that is too long for the line of its label moves below it as a whole.
          className={`flex flex-wrap gap-x-2 ${line.isStrong ? 'font-semibold' : ''}`}
        >
          <span>{line.label}</span>
          <span className="ms-auto text-end">
            <bdi>{line.value}</bdi>
          </span>
        </div>
      )
    case 'rule':
      return <hr className="my-2 border-t border-dashed border-current" />
    case 'qr':
      return (
        <div className="my-1 grid place-items-center">
          <QrCode text={line.text} name={qrName} className="size-[32mm]" />
        </div>
      )
    case 'pictures':
      return <Pictures addresses={line.addresses} isLogo={line.look === 'logo'} />
    case 'banner':
      return (
        <p dir="auto" className="printed__banner">
          {line.text}
        </p>
      )
    case 'cut':
      return (
        // Marks where to cut, because a printer used by the browser has no cutter.
        <div className="my-5 flex items-center gap-1 after:flex-1 after:border-t-2 after:border-dashed after:border-current">
          <Scissors size={16} aria-hidden="true" />
        </div>
      )
  }
}

/** Flag and operator logo, or the shop's logo. A picture that fails to load leaves no gap. */
function Pictures({ addresses, isLogo }: { addresses: readonly string[]; isLogo: boolean }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const whole = addresses.filter((address) => !broken.includes(address))
  if (whole.length === 0) return null
  return (
    <div className="my-1 flex justify-center gap-3">
      {whole.map((address) => (
        <img
          key={address}
          className={isLogo ? 'max-h-[24mm] max-w-full object-contain' : 'h-[9mm] max-w-[24mm] object-contain'}
          src={address}
          alt=""
          onError={() => setBroken((known) => [...known, address])}
        />
      ))}
    </div>
  )
}
