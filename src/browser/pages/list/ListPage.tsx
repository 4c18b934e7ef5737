import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'

import { changeLines, type ListChanges } from '#domain/phone/number-list.ts'
import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { batchQuery } from '../../api/batch.ts'
import { arrangeCatalog, catalogQuery, type ArrangedCatalog } from '../../api/catalog.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ServerFailure } from '../../api/request.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { checkList, findListProducts, isUnclear, type CheckedList, type ListProducts } from './check-lines.ts'
import { useListDraft } from './list-draft.ts'
import { editButtonId, ListTable } from './ListTable.tsx'
import { ListText } from './ListText.tsx'
import { useOpenList } from './use-open-list.ts'

/** A list of numbers and amounts, each line checked before the list is opened as a batch. */
export default function ListPage() {
  const t = useText()
  const catalog = useQuery({ ...catalogQuery, select: arrangeCatalog })
  if (catalog.data) return <List shop={catalog.data} />
  return (
    <PageLayout title={t('list.title')}>
      <Async query={catalog} loading="storefront.loading">
        {() => null}
      </Async>
    </PageLayout>
  )
}

function List({ shop }: { shop: ArrangedCatalog }) {
  const t = useText()
  const isOneColumn = useMedia(ONE_COLUMN)
  const { currency } = shop
  const products = useMemo(() => findListProducts(shop), [shop])
  const text = useListDraft((draft) => draft.text)
  const isAsking = useForgetSold()
  const open = useOpenList()
  // Reading 200 lines takes longer than a key press.
  const shownText = useDeferredValue(text)
  const list = useMemo(() => checkList(shownText, products, currency), [shownText, products, currency])
  const { lines, fault } = list

  const change = (changes: ListChanges) => {
    const { text: now, replace } = useListDraft.getState()
    replace(changeLines(now, checkList(now, products, currency), changes))
  }
  const nameAll = (product: string) =>
    change(new Map(lines.filter((line) => !isUnclear(line)).map((line) => [line.line, { ...line, product }])))
  const entry = (
    <>
      <ListText rows={isOneColumn ? 6 : 12} />
      {lines.length > 1 && <OperatorForAll products={products} onChoose={nameAll} />}
    </>
  )
  return (
    <PageLayout
      title={t('list.title')}
      panel={
        <SidePanel
          foot={
            <Foot
              list={list}
              isAsking={isAsking}
              // The text may have changed since it was read.
              onOpen={() => useListDraft.getState().text === shownText && void open(list.sellable)}
            />
          }
        >
          {!isOneColumn && entry}
        </SidePanel>
      }
    >
      {isOneColumn && entry}
      <Refusal />
      {fault && (
        <Notice tone="info" role="status">
          {fault.kind === 'column-unclear'
            ? t(`list.fault.column-unclear.${fault.column}`)
            : t(`list.fault.${fault.kind}`, {
                max: MAX_LIST_LINES,
                ...(fault.kind === 'too-many-lines' && { count: fault.count }),
              })}
        </Notice>
      )}
      {list.heading !== undefined && <p className="text-ink-2">{t('list.heading', { line: list.heading })}</p>}
      {lines.length === 0 && !fault && <p className="max-w-[60ch] text-ink-2">{t('list.emptyHint')}</p>}
      {lines.length > 0 && (
        <ListTable
          lines={lines}
          products={products}
          currency={currency}
          onChange={(line, what) => change(new Map([[line, what]]))}
        />
      )}
    </PageLayout>
  )
}

/** A list that was approved is forgotten, so it is not sold again. Returns whether that is not known yet. */
function useForgetSold(): boolean {
  // Only what was opened before this page: a batch that is being opened is not known yet.
  const [batchId] = useState(() => useListDraft.getState().batchId)
  const isUnchanged = useListDraft((draft) => batchId !== undefined && draft.batchId === batchId)
  const clear = useListDraft((draft) => draft.clear)
  const { data, isFetchedAfterMount } = useQuery({
    ...batchQuery(batchId ?? ''),
    enabled: isUnchanged,
    refetchOnMount: 'always',
    refetchInterval: false,
  })
  const isSold = isUnchanged && data?.approvedAt !== undefined
  useEffect(() => {
    if (isSold) clear()
  }, [isSold, clear])
  return isUnchanged && (isSold || !isFetchedAfterMount)
}

/** Why the server did not open the last list. */
function Refusal() {
  const t = useText()
  const refusal = useListDraft((draft) => draft.refusal)
  if (!refusal) return null
  const { code, line } = refusal
  const message = failureMessage(new ServerFailure({ code, message: '', moneyMoved: 'no' }))
  return (
    <Notice tone="info" role="alert" {...(line !== undefined && { heading: t('list.lineProblem', { line }) })}>
      {t(message)}
    </Notice>
  )
}

function OperatorForAll({ products, onChoose }: { products: ListProducts; onChoose: (brand: string) => void }) {
  const t = useText()
  const none = { value: '', text: t('international.chooseOperator') }
  return (
    <SelectField
      label={t('list.allOperators')}
      value=""
      options={[none, ...products.operators.map(({ brand }) => ({ value: brand, text: brand }))]}
      onChange={(brand) => brand !== '' && onChoose(brand)}
    />
  )
}

type FootProps = { list: CheckedList; isAsking: boolean; onOpen: () => void }

function Foot({ list, isAsking, onOpen }: FootProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop()
  const { lines, sellable, fault, total } = list
  const wrong = lines.filter(({ content }) => !content)
  const blocked = ((): string | undefined => {
    if (stop) return t(stop)
    if (fault) return t('list.fixList')
    if (lines.length === 0) return t('list.empty')
    return wrong.length > 0 ? t('list.fixLines', { count: wrong.length }) : undefined
  })()
  return (
    <>
      {lines.length > 0 && (
        <p role="status" className="text-ink-2">
          {t('list.canBeSold', { sold: sellable.length, count: lines.length })}
        </p>
      )}
      <Button
        size="xl"
        variant="primary"
        pending={isAsking}
        blocked={blocked}
        amount={<bdi>{formats.money(total)}</bdi>}
        onBlocked={() => wrong[0] && document.getElementById(editButtonId(wrong[0].line))?.focus()}
        onClick={onOpen}
      >
        {t('list.check', { count: sellable.length })}
      </Button>
    </>
  )
}
