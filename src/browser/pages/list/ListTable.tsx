import { Check, CircleAlert, Pencil, Trash2, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'

import { money } from '#domain/money/money.ts'
import type { ListChanges, ListLine } from '#domain/phone/number-list.ts'
import { groupAccount } from '#domain/phone/phone.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { sayAmountProblem } from '../../sale/amount-problem.ts'
import { IconButton } from '../../ui/Button.tsx'
import { onFirstTap } from '../../ui/first-tap.ts'
import { Select } from '../../ui/Select.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { isUnclear, type CheckedLine, type LineProblem, type ListProducts } from './check-lines.ts'

type LineChange = ListChanges extends ReadonlyMap<number, infer Change> ? Change : never

type ListTableProps = {
  lines: readonly CheckedLine[]
  products: ListProducts
  currency: string
  onChange: (line: number, change: LineChange) => void
}

type Edited = Pick<ListLine, 'line' | 'number' | 'amount'>

export const editButtonId = (line: number): string => `edit-line-${line}`

/** The lines as they were read, each with its problem. A correction is written into the text. */
export function ListTable({ lines, products, currency, onChange }: ListTableProps) {
  const [edited, setEdited] = useState<Edited>()
  const save = ({ product }: CheckedLine) => {
    if (!edited) return
    const { line, number, amount } = edited
    setEdited(undefined)
    onChange(line, { number: number.trim(), amount: amount.trim(), product })
  }
  const editing: Editing = {
    edited,
    onEdit: setEdited,
    onSave: save,
    onRemove: ({ line }) => {
      setEdited(undefined)
      onChange(line, 'removed')
    },
  }
  const onChoose = (row: CheckedLine, product: string) => onChange(row.line, { ...row, product })
  return (
    <Table
      label="list.lines"
      columns={columnsOf(editing, currency, products, onChoose)}
      rows={lines}
      empty="list.empty"
      keyOf={({ line }) => String(line)}
      narrow="cards"
      size="lg"
    />
  )
}

type Editing = {
  edited: Edited | undefined
  onEdit: (edited: Edited | undefined) => void
  onSave: (row: CheckedLine) => void
  onRemove: (row: CheckedLine) => void
}

function inputOf({ edited, onEdit, onSave }: Editing, row: CheckedLine, part: 'number' | 'amount'): Input | undefined {
  if (edited?.line !== row.line) return undefined
  return {
    value: edited[part],
    onType: (text) => onEdit({ ...edited, [part]: text }),
    onEnter: () => onSave(row),
    onEscape: () => onEdit(undefined),
  }
}

const columnsOf = (
  editing: Editing,
  currency: string,
  products: ListProducts,
  onChoose: (row: CheckedLine, product: string) => void,
): Column<CheckedLine>[] => [
  {
    id: 'number',
    header: 'ticket.mobileNumber',
    width: 'third',
    cell: (row) => <NumberCell row={row} currency={currency} input={inputOf(editing, row, 'number')} />,
  },
  {
    id: 'operator',
    header: 'international.operator',
    cell: (row) => <OperatorCell row={row} products={products} onChoose={(product) => onChoose(row, product)} />,
  },
  {
    id: 'amount',
    header: 'ticket.amount',
    align: 'end',
    cell: (row) => <AmountCell row={row} currency={currency} input={inputOf(editing, row, 'amount')} />,
  },
  {
    id: 'actions',
    header: 'staff.actions',
    hideHeader: true,
    align: 'end',
    width: 'fit',
    cell: (row) => <Actions row={row} editing={editing} />,
  },
]

type Input = { value: string; onType: (text: string) => void; onEnter: () => void; onEscape: () => void }

function CellInput({ input, label, hasFocus }: { input: Input; label: string; hasFocus: boolean }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') input.onEnter()
    else input.onEscape()
  }
  return (
    <TextInput
      aria-label={label}
      dir="ltr"
      maxLength={MAX_CELL}
      // The press on the pencil asked for it.
      autoFocus={hasFocus}
      value={input.value}
      onChange={({ currentTarget }) => input.onType(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
const MAX_CELL = 60

function NumberCell({ row, currency, input }: { row: CheckedLine; currency: string; input: Input | undefined }) {
  const t = useText()
  const say = useProblemText(currency)
  const { line, number, account, isMobile, repeats, problem } = row
  const note =
    isMobile === false ? t('ticket.notMobile') : repeats !== undefined && t('list.note.repeats', { line: repeats })
  return (
    <div className="flex gap-3 py-2">
      <bdi className="min-w-[2ch] shrink-0 text-end text-ink-2">
        <span className="sr-only">{t('list.line')} </span>
        {line}
      </bdi>
      <div className="min-w-0 flex-1">
        {input ? (
          <CellInput input={input} label={t('list.numberOf', { line })} hasFocus={!isAboutAmount(problem)} />
        ) : (
          <bdi dir="ltr" className="font-medium wrap-anywhere">
            {account === undefined ? number || '–' : groupAccount(account)}
          </bdi>
        )}
        {problem && (
          <p className="flex items-start gap-1 text-1 font-semibold text-bad">
            <CircleAlert className="mt-[2px] shrink-0" size={16} aria-hidden /> {say(row, problem)}
          </p>
        )}
        {!problem && note && (
          <p className="flex items-start gap-1 text-1 font-semibold text-wait">
            <CircleAlert className="mt-[2px] shrink-0" size={16} aria-hidden /> {note}
          </p>
        )}
      </div>
    </div>
  )
}

const isAboutAmount = (problem: LineProblem | undefined) =>
  problem !== undefined && ['amount', 'amount-missing', 'amount-unclear', 'too-many-cells'].includes(problem.kind)

function useProblemText(currency: string) {
  const t = useText()
  const formats = useFormats()
  return ({ product }: CheckedLine, problem: LineProblem): string => {
    switch (problem.kind) {
      case 'amount':
        return sayAmountProblem(problem.problem, problem.fixes, problem.service.rule, currency, { t, formats })
      case 'number-refused':
        return t(`ticket.numberProblem.${problem.reason}`, { sign: problem.sign })
      case 'number-incomplete':
        return t('list.problem.number-incomplete', { count: problem.missing })
      case 'number-missing':
        return t('ticket.enterNumber')
      case 'amount-missing':
        return t('ticket.enterAmount')
      case 'amount-unclear':
        return t('ticket.unreadableAmount')
      case 'operator-missing':
        return t('international.chooseOperator')
      case 'repeats':
        return t('list.problem.repeats', { line: problem.first })
      case 'product-unknown':
      case 'product-several':
      case 'number-shortened':
      case 'line-too-long':
      case 'too-many-cells':
        return t(`list.problem.${problem.kind}`, { product })
    }
  }
}

type OperatorCellProps = { row: CheckedLine; products: ListProducts; onChoose: (product: string) => void }

/** A product that is not an operator's top-up of any amount is offered only in its own line. */
function OperatorCell({ row, products: { operators }, onChoose }: OperatorCellProps) {
  const t = useText()
  const { line, service, isGuessed } = row
  if (isUnclear(row)) return null
  const own = service && !operators.some((operator) => operator.service === service) ? [service] : []
  const options = [
    ...(service ? [] : [{ value: '', text: t('international.chooseOperator') }]),
    ...operators.map(({ brand, service: { id } }) => ({
      value: id,
      text: isGuessed && id === service?.id ? t('ticket.probably', { operator: brand }) : brand,
    })),
    ...own.map(({ id, name }) => ({ value: id, text: name })),
  ]
  return (
    <span className="inline-grid min-w-[10rem]">
      <Select
        aria-label={t('list.operatorOf', { line })}
        value={service?.id ?? ''}
        options={options}
        onChange={(id) => {
          const chosen = operators.find((operator) => operator.service.id === id)
          if (chosen) onChoose(chosen.brand)
        }}
      />
    </span>
  )
}

function AmountCell({ row, currency, input }: { row: CheckedLine; currency: string; input: Input | undefined }) {
  const t = useText()
  const formats = useFormats()
  const { line, amount, value, problem } = row
  if (input) return <CellInput input={input} label={t('list.amountOf', { line })} hasFocus={isAboutAmount(problem)} />
  return (
    <bdi className="font-medium whitespace-nowrap">{value ? formats.money(money(value, currency)) : amount || '–'}</bdi>
  )
}

function Actions({ row, editing }: { row: CheckedLine; editing: Editing }) {
  const t = useText()
  const { line, number, amount } = row
  const { edited, onEdit, onSave, onRemove } = editing
  return (
    <span className="inline-flex">
      {edited?.line === line ? (
        <>
          <IconButton icon={Check} label={t('list.save', { line })} onClick={() => onSave(row)} />
          <IconButton icon={X} label={t('ticket.cancel')} onClick={() => onEdit(undefined)} />
        </>
      ) : (
        <>
          <IconButton
            id={editButtonId(line)}
            icon={Pencil}
            label={t('list.edit', { line })}
            onClick={() => onEdit({ line, number, amount })}
          />
          <IconButton icon={Trash2} label={t('list.remove', { line })} onClick={onFirstTap(() => onRemove(row))} />
        </>
      )}
    </span>
  )
}
