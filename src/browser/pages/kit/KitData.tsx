import { Check, Clock, Grid2x2, Printer, X } from 'lucide-react'
import { useState } from 'react'

import { decimal, money } from '#domain/money/money.ts'
import { Async } from '../../ui/Async.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { SummaryHead, SummaryLine, SummaryRule, SummaryTotal, TicketSummary } from '../../ui/TicketSummary.tsx'
import { KitGroup } from './KitButtons.tsx'

type Row = { id: string; name: string; amount: string; isSold: boolean }

const ROWS: Row[] = [
  { id: '0485', name: 'Qamra Recharge', amount: '50.00', isSold: true },
  { id: '0483', name: 'Pixelmoor 200, a name much too long for its column', amount: '1200.00', isSold: false },
]
const COLUMNS: Column<Row>[] = [
  { id: 'number', header: 'shell.sales', width: 'fit', isTitle: true, cell: ({ id }) => id },
  { id: 'name', header: 'shell.sell', width: 'fill', cell: ({ name }) => name },
  { id: 'amount', header: 'shell.wallet', width: 'fit', align: 'end', cell: Amount },
  { id: 'state', header: 'shell.offline', width: 'fit', hideNarrow: true, cell: State },
  { id: 'next', header: 'shell.lock', align: 'end', hideHeader: true, cell: Print },
]

function Amount({ amount }: Row) {
  return <Money money={dirham(amount)} />
}

function State({ isSold }: Row) {
  return (
    <Badge tone={isSold ? 'ok' : 'wait'} icon={isSold ? Check : Clock}>
      {isSold ? 'Sold' : 'Waiting'}
    </Badge>
  )
}

function Print() {
  return <IconButton icon={Printer} label="Print" />
}

const dirham = (amount: string) => money(decimal(amount), 'AED')

export function KitData() {
  const [tab, setTab] = useState<'all' | 'last'>('all')
  return (
    <>
      <KitGroup title="Table, Async, Tabs">
        <div className="flex w-full flex-col gap-3">
          <Table
            label="shell.sales"
            columns={COLUMNS}
            rows={ROWS}
            sum={{ id: '', name: 'Together', amount: '1250.00', isSold: true }}
            empty="storefront.loading"
            isSelected={({ id }) => id === '0483'}
          />
          <Table label="shell.sales" columns={COLUMNS} rows={[]} empty="shell.offline" />
          <Async query={{ data: undefined, error: null }} loading="salesList.loading">
            {() => null}
          </Async>
          <Async query={{ data: 'The rows of the last time', error: new Error('no answer') }}>{(text) => text}</Async>
          <Tabs
            label="Products"
            tabs={[
              { id: 'all', text: 'All products', icon: Grid2x2 },
              { id: 'last', text: 'Sold last' },
            ]}
            current={tab}
            onChange={setTab}
          >
            <p className="py-3">{tab}</p>
          </Tabs>
        </div>
      </KitGroup>
      <KitGroup title="Money, Avatar, Picture, Kbd">
        {(['text', 'figure', 'total', 'huge'] as const).map((size) => (
          <Money key={size} money={dirham('1250.00')} size={size} />
        ))}
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <Avatar key={size} id={size} name="Amal R." size={size} />
        ))}
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
          <Picture key={size} name="Kestrel Pay" size={size} />
        ))}
        <Kbd>Esc</Kbd>
      </KitGroup>
      <KitGroup title="PageLayout, SidePanel, TicketSummary">
        <div className="grid h-[560px] w-full [grid-template:'stage_tray'_minmax(0,1fr)_/_minmax(0,1fr)_368px] border-1 border-line">
          <PageLayout
            title="Sales"
            note="Friday 20 November"
            actions={<Button icon={Printer}>Print</Button>}
            panel={
              <SidePanel
                label="Ticket"
                foot={
                  <Button variant="primary" size="xl">
                    Send top-up
                  </Button>
                }
              >
                <TicketSummary>
                  <SummaryHead
                    picture={<Picture name="Qamra" size="sm" />}
                    title="Qamra Recharge"
                    note="Nothing has been charged yet"
                    end={<IconButton icon={X} label="Close" />}
                  />
                  <SummaryRule />
                  <dl>
                    <SummaryLine label="Number">+971 50 123 4567</SummaryLine>
                    <SummaryLine label="Cash given" isOpen>
                      not yet
                    </SummaryLine>
                    <SummaryTotal label="Customer pays">
                      <Money money={dirham('50.00')} size="total" />
                    </SummaryTotal>
                  </dl>
                </TicketSummary>
              </SidePanel>
            }
          >
            {Array.from({ length: 30 }, (_, line) => (
              <p key={line}>Only the content scrolls.</p>
            ))}
          </PageLayout>
        </div>
      </KitGroup>
    </>
  )
}
