import '../../styles/figures.css'
import '../../styles/sale.css'

import { useParams } from 'react-router-dom'

import { findSaleId } from '#domain/sale/id.ts'
import { SaleView } from './SaleView.tsx'
import { NotFound } from '../../NotFound.tsx'

/** One sale by the id in its address, at whatever step it is. */
export default function SalePage() {
  const { saleId = '' } = useParams()
  const id = findSaleId(saleId)
  return id ? <SaleView key={id} id={id} /> : <NotFound />
}
