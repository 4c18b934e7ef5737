import { Check, Printer, Search } from 'lucide-react'
import { useState } from 'react'

import { Field } from '../../ui/Field.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { NewPinFields } from '../../ui/NewPinFields.tsx'
import { PinForm } from '../../ui/PinForm.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { InputBox, TextArea, TextInput } from '../../ui/TextInput.tsx'
import { KitGroup } from './KitButtons.tsx'

const PIN = { min: 4, max: 12 }

/** What is typed, chosen, counted and switched. */
export function KitFields() {
  const [amount, setAmount] = useState('50')
  const [digits, setDigits] = useState('50123')
  const [paper, setPaper] = useState('80')
  const [count, setCount] = useState(1)
  const [isOn, setIsOn] = useState(true)
  const [newPin, setNewPin] = useState({ pin: '1357', again: '2' })
  const type = (value: string) => setDigits(value.replaceAll(/\D/g, ''))
  return (
    <>
      <KitGroup title="Field, TextInput, MaskedInput">
        <div className="paper flex w-full flex-col gap-3 rounded-3 bg-paper p-4">
          <Field label="Mobile number" hint="Qamra, UAE only">
            {(control) => (
              <InputBox size="lg" start={<bdi dir="ltr">+971</bdi>}>
                <span className="inline-flex items-center whitespace-pre [direction:ltr]">
                  <MaskedInput
                    {...control}
                    shown={digits}
                    mask={'_'.repeat(Math.max(0, 9 - digits.length))}
                    className="text-5 font-medium"
                    kept={(typed) => typed.replaceAll(/\D/g, '')}
                    onType={type}
                    onEnter={() => {}}
                    ref={null}
                  />
                </span>
              </InputBox>
            )}
          </Field>
          <Field
            label="Amount"
            size="xl"
            start="AED"
            problem="Largest is AED 500"
            value="600"
            onChange={() => {}}
            dir="ltr"
          />
          <Field
            label="Amount"
            size="lg"
            start="AED"
            hint="AED 5 to 500, steps of 5"
            isMet
            end={<Check className="text-ok" size={24} />}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </div>
        <div className="flex w-full flex-col gap-3">
          <TextInput aria-label="Search" start={<Search size={20} />} placeholder="Search a product or type a number" />
          <Field label="Name" />
          <Field label="Name" problem="Type a name" />
          <Field label="What support said" hint="300 letters">
            {(control) => <TextArea {...control} rows={2} defaultValue="They will call back tomorrow." />}
          </Field>
          <NewPinFields entry={newPin} length={{ min: 4, max: 12 }} onChange={setNewPin} />
        </div>
      </KitGroup>
      <KitGroup title="Select, Stepper, Switch">
        <Select
          aria-label="Paper"
          value={paper}
          options={[
            { value: '58', text: 'Paper of 58 mm' },
            { value: '80', text: 'Paper of 80 mm' },
          ]}
          onChange={setPaper}
        />
        <div className="w-[200px]">
          <Stepper label="Quantity" value={count} max={3} onChange={setCount} />
        </div>
        <Switch icon={Printer} isOn={isOn} onChange={setIsOn}>
          Print the receipt when sold
        </Switch>
        <Switch isOn={!isOn} onChange={() => setIsOn(!isOn)}>
          Another one
        </Switch>
        <Switch isOn isDisabled onChange={() => {}}>
          It cannot be changed here
        </Switch>
      </KitGroup>
      <KitGroup title="Keypad">
        <div className="w-[368px] max-w-full">
          <Keypad onDigit={() => {}} onDelete={() => {}} onClear={() => {}} />
        </div>
        <div className="w-[368px] max-w-full">
          <Keypad onDigit={() => {}} onDelete={() => {}} onClear={() => {}} onDecimal={() => {}} isDisabled />
        </div>
      </KitGroup>
      <KitGroup title="PinForm">
        <div className="w-[368px] max-w-full bg-tray p-4">
          <PinForm
            length={PIN}
            action="Sign in"
            head="Good morning, Amal"
            lead="Enter your PIN"
            pending={false}
            isPanel
            onSubmit={() => {}}
          />
        </div>
        <div className="w-[432px] max-w-full rounded-3 bg-surface p-5">
          <PinForm
            length={PIN}
            action="Approve"
            lead="Enter your PIN"
            refusal={{ text: 'That PIN is not right.' }}
            pending={false}
            onSubmit={() => {}}
          />
        </div>
      </KitGroup>
    </>
  )
}
