import { Check, Printer, Search } from 'lucide-react'
import { useState } from 'react'

import { Field } from '../../ui/Field.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { NewPinFields } from '../../ui/NewPinFields.tsx'
import { PinForm } from '../../ui/PinForm.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { CountField } from '../../ui/StepperField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { InputBox, TextArea, TextInput } from '../../ui/TextInput.tsx'
import { KitGroup } from './KitButtons.tsx'

const PIN = { min: 4, max: 12 }
const PAPERS = ['58', '80'].map((value) => ({ value, text: `Paper of ${value} mm` }))
const ignore = () => {}

export function KitFields() {
  const [digits, setDigits] = useState('50123')
  const [paper, setPaper] = useState('80')
  const [count, setCount] = useState(1)
  const [isOn, setIsOn] = useState(true)
  const [newPin, setNewPin] = useState({ pin: '1357', again: '2' })
  const onlyDigits = (typed: string) => typed.replaceAll(/\D/g, '')
  return (
    <>
      <KitGroup title="Field, TextInput, MaskedInput">
        <div className="paper flex w-full flex-col gap-3 rounded-3 bg-paper p-4">
          <Field label="Mobile number" hint="Qamra, UAE only">
            {(control) => (
              <InputBox size="lg" start={<bdi dir="ltr">+971</bdi>}>
                <MaskedInput
                  {...control}
                  shown={digits}
                  mask={'_'.repeat(Math.max(0, 9 - digits.length))}
                  className="text-5 font-medium"
                  kept={onlyDigits}
                  onType={(typed) => setDigits(onlyDigits(typed))}
                  onEnter={ignore}
                  ref={null}
                />
              </InputBox>
            )}
          </Field>
          <Field label="Amount" size="xl" start="AED" problem="Largest is AED 500" defaultValue="600" dir="ltr" />
          <Field label="Amount" size="lg" hint="Steps of 5" isMet end={<Check size={24} />} defaultValue="50" />
        </div>
        <div className="flex w-full flex-col gap-3">
          <TextInput aria-label="Search" start={<Search size={20} />} placeholder="Search a product" />
          <Field label="Name" />
          <Field label="What support said" hint="300 letters">
            {(control) => <TextArea {...control} rows={2} defaultValue="They will call back tomorrow." />}
          </Field>
          <NewPinFields entry={newPin} length={PIN} onChange={setNewPin} />
        </div>
      </KitGroup>
      <KitGroup title="Select, Stepper, CountField, Switch">
        <Select aria-label="Paper" value={paper} options={PAPERS} onChange={setPaper} />
        <Stepper label="Quantity" value={count} max={3} onChange={setCount} />
        <CountField
          label="Minutes"
          unit="minutes"
          problem="1 to 9"
          min={1}
          max={9}
          value={String(count)}
          onType={(typed) => setCount(Number(typed))}
        />
        <Switch icon={Printer} isOn={isOn} onChange={setIsOn}>
          Print a receipt after each sale
        </Switch>
        <Switch isOn isDisabled onChange={ignore}>
          It cannot be changed here
        </Switch>
      </KitGroup>
      <KitGroup title="Keypad, PinForm">
        {[undefined, ignore].map((onDecimal) => (
          <div key={String(onDecimal)} className="w-[368px] max-w-full">
            <Keypad onDigit={ignore} onDelete={ignore} onClear={ignore} onDecimal={onDecimal} />
          </div>
        ))}
        {[true, false].map((isPanel) => (
          <div key={String(isPanel)} className="w-[368px] max-w-full bg-tray p-4">
            <PinForm
              length={PIN}
              action="Sign in"
              lead="Enter your PIN"
              {...(isPanel ? { head: 'Good morning, Amal' } : { refusal: { text: 'That PIN is not right.' } })}
              pending={false}
              isPanel={isPanel}
              onSubmit={ignore}
            />
          </div>
        ))}
      </KitGroup>
    </>
  )
}
