import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { PIN_LENGTH, type Person } from '#domain/person.ts'
import { failureMessage } from '../api/failure-message.ts'
import { onStepUp, ServerFailure } from '../api/request.ts'
import { sessionQuery } from '../api/session.ts'
import { useStepUp } from '../api/staff.ts'
import { useText } from '../i18n/use-text.ts'
import { Secret } from '../lib/secret.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PinForm, pinRefusalOf, type PinRefusal } from '../ui/PinForm.tsx'

type Question = { answered: Promise<boolean>; answer: (isProven: boolean) => void }

/** Asks for the person's PIN again when the server requires it. The request is then repeated. */
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
  const refuse = useEffectEvent(() => settle(false))

  useLayoutEffect(() => {
    onStepUp(() => {
      // One PIN is enough for all concurrent requests.
      open.current ??= newQuestion()
      setQuestion(open.current)
      return open.current.answered
    })
    return () => onStepUp(async () => false)
  }, [])
  // The person has left.
  useEffect(() => (personId === undefined ? undefined : () => refuse()), [personId])

  return question && session?.person ? (
    <StepUpDialog person={session.person} onProven={() => settle(true)} onClose={() => settle(false)} />
  ) : null
}

function newQuestion(): Question {
  let answer: Question['answer'] = () => {}
  const answered = new Promise<boolean>((resolve) => (answer = resolve))
  return { answered, answer }
}

function StepUpDialog({ person, onProven, onClose }: { person: Person; onProven: () => void; onClose: () => void }) {
  const t = useText()
  const stepUp = useStepUp()
  const [refusal, setRefusal] = useState<PinRefusal>()
  const send = (pin: string) =>
    stepUp.mutate(new Secret(pin), {
      onSuccess: onProven,
      onError: (error) => {
        const refused = error instanceof ServerFailure ? error.failure : undefined
        setRefusal(pinRefusalOf(refused, t(failureMessage(error)), t))
      },
    })
  return (
    <Dialog heading={t('stepUp.heading', { name: person.name })} size="md" onClose={onClose}>
      <PinForm
        length={PIN_LENGTH[person.role]}
        action={t('stepUp.goOn')}
        lead={t('stepUp.lead')}
        refusal={refusal}
        pending={stepUp.isPending}
        cancel={
          <Button size="lg" onClick={onClose}>
            {t('ticket.cancel')}
          </Button>
        }
        onSubmit={send}
      />
    </Dialog>
  )
}
