import '../styles/figures.css'
import '../styles/sale.css'

import { useParams } from 'react-router-dom'

import { findSaleId } from '#domain/sale/id.ts'
import { SaleOnScreen } from '../features/sale/SaleOnScreen.tsx'
import { Frame } from './Frame.tsx'
import { NotFound } from './NotFound.tsx'

/** One sale by the id in its address, at whatever step it is. */
export function SaleScreen() {
  const { saleId = '' } = useParams()
  const id = findSaleId(saleId)
  return id ? (
    <Frame>
      <SaleOnScreen key={id} id={id} />
    </Frame>
  ) : (
    <Frame stage={<NotFound />} />
  )
}
