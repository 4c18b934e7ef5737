import '../styles/staff.css'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { onStepUp } from '../api/request.ts'
import { sessionQuery } from '../api/session.ts'
import { StepUpDialog } from './StepUpDialog.tsx'

type Question = { answered: Promise<boolean>; answer: (isProven: boolean) => void }

/** Asks for the own PIN wherever the proxy wants it once more; what was asked of the proxy then goes again. */
export function StepUp() {
  const { data: session } = useQuery(sessionQuery)
  const personId = session?.person?.id
  const [question, setQuestion] = useState<Question>()
  const open = useRef<Question>(undefined)

  const settle = (isProven: boolean) => {
    open.current?.answer(isProven)
    open.current = undefined
    setQuestion(undefined)
  }
  const latest = useRef(settle)
  latest.current = settle

  useLayoutEffect(() => {
    onStepUp(() => {
      // Two that ask at once are answered by one PIN.
      open.current ??= newQuestion()
      setQuestion(open.current)
      return open.current.answered
    })
    return () => onStepUp(async () => false)
  }, [])
  // Whoever was asked is gone.
  useEffect(() => (personId === undefined ? undefined : () => latest.current(false)), [personId])

  return question && session?.person ? (
    <StepUpDialog person={session.person} onProven={() => settle(true)} onClose={() => settle(false)} />
  ) : null
}

function newQuestion(): Question {
  let answer: Question['answer'] = () => {}
  const answered = new Promise<boolean>((resolve) => (answer = resolve))
  return { answered, answer }
}
