import '../styles/figures.css'
import '../styles/sale.css'
import '../styles/batch.css'

import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import { BatchOnScreen } from '../features/batch/BatchOnScreen.tsx'
import { Frame } from './Frame.tsx'

/** One quantity by the id in its address. Only the press that led here sells at once: a reload, or the way back, does not. */
export function BatchScreen() {
  const { batchId = '' } = useParams()
  const { state } = useLocation() as { state: { sells?: boolean } | null }
  const navigate = useNavigate()
  const [sellsAtOnce] = useState(state?.sells === true)
  useEffect(() => {
    if (state !== null) void navigate('.', { replace: true, state: null })
  }, [state, navigate])
  return (
    <Frame>
      <BatchOnScreen key={batchId} id={batchId} sellsAtOnce={sellsAtOnce} />
    </Frame>
  )
}
