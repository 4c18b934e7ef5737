import '../styles/paper.css'

import { Scissors } from 'lucide-react'
import { useState } from 'react'

import { directionOf, type PrintDocument, type PrintLine } from './print-document.ts'
import type { PaperWidth } from './terminal-printer.ts'
import { QrCode } from '../ui/QrCode.tsx'

type PrintPreviewProps = {
  paper: PrintDocument
  width: PaperWidth
  /** What paper it is, in words. */
  name: string
  /** What its QR code is for, in words. */
  qrName: string
}

/** A paper as it comes out of the printer. It knows no data and no language: all of it stands in the paper. */
export function PrintPreview({ paper, width, name, qrName }: PrintPreviewProps) {
  return (
    <section className={`printed printed--${width} printed--${paper.kind}`} aria-label={name}>
      <div className="printed__in">
        {paper.lines.map((line, index) => (
          // The lines of a paper never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} line={line} qrName={qrName} />
        ))}
      </div>
    </section>
  )
}

function Line({ line, qrName }: { line: PrintLine; qrName: string }) {
  switch (line.kind) {
    case 'text':
      return (
        <p dir="auto" className={`printed__text printed__text--${line.align} printed__text--${line.look ?? 'plain'}`}>
          {line.text}
        </p>
      )
    case 'pair':
      return (
        <div
          dir={directionOf(`${line.label} ${line.value}`)}
          className={line.isStrong ? 'printed__pair printed__pair--strong' : 'printed__pair'}
        >
          <span>{line.label}</span>
          <span>
            <bdi>{line.value}</bdi>
          </span>
        </div>
      )
    case 'rule':
      return <hr />
    case 'qr':
      return (
        <div className="printed__qr">
          <QrCode text={line.text} name={qrName} />
        </div>
      )
    case 'pictures':
      return <Pictures addresses={line.addresses} />
    case 'banner':
      return (
        <p dir="auto" className="printed__banner">
          {line.text}
        </p>
      )
    case 'cut':
      return (
        <div className="printed__cut">
          <Scissors size={16} aria-hidden="true" />
        </div>
      )
  }
}

/** Flag and logo; one that cannot be loaded leaves no gap. */
function Pictures({ addresses }: { addresses: readonly string[] }) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const whole = addresses.filter((address) => !broken.includes(address))
  if (whole.length === 0) return null
  return (
    <div className="printed__pictures">
      {whole.map((address) => (
        <img key={address} src={address} alt="" onError={() => setBroken((known) => [...known, address])} />
      ))}
    </div>
  )
}
