import {
  ArrowRight,
  Check,
  CircleHelp,
  Clock,
  Hourglass,
  PencilLine,
  Printer,
  Share2,
  TriangleAlert,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { decimal, money } from '#domain/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Chip, ChipLink } from '../../ui/Chip.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'

const FIFTY = money(decimal('50.00'), 'AED')

/** What is pressed, and what says how it went. */
export const KitButtons = () => (
  <>
    <KitGroup title="Button">
      <Button variant="primary">Action</Button>
      <Button variant="tint">Tint</Button>
      <Button>Outline</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Block</Button>
      <Button icon={Printer}>Print</Button>
      <Button pending>Printing</Button>
      <Button blocked="Finish the number">Send</Button>
      <ButtonLink to="." icon={Share2}>
        Link
      </ButtonLink>
      <IconButton icon={X} label="Close" />
      <IconButton icon={Printer} label="Print" variant="secondary" />
      <Button size="lg">Cancel</Button>
      <Button size="lg" variant="primary" icon={Printer}>
        Print
      </Button>
      <Button size="xl" variant="primary" icon={ArrowRight} amount={<Money money={FIFTY} />}>
        Review
      </Button>
      <Button size="xl" variant="primary" amount={<Kbd>Enter</Kbd>} armDelayMs={600}>
        Send top-up
      </Button>
      <Button size="xl" variant="primary" pending>
        Sending
      </Button>
      <Button size="xl" variant="primary" blocked="Finish the number">
        Review
      </Button>
    </KitGroup>
    <KitGroup title="Chip">
      <Chip isSelected count={52}>
        All
      </Chip>
      <Chip icon={Check} count={47}>
        Sold
      </Chip>
      <ChipLink icon={Check} count={47} to="#">
        Sold, in the list
      </ChipLink>
      <Chip variant="amount">10</Chip>
      <Chip variant="amount" isSelected>
        50
      </Chip>
      <Chip variant="fix">Use AED 50</Chip>
    </KitGroup>
    <KitGroup title="Badge">
      <Badge tone="ok" icon={Check}>
        Sold
      </Badge>
      <Badge tone="wait" icon={Clock}>
        Waiting
      </Badge>
      <Badge tone="wait" icon={Hourglass}>
        Held
      </Badge>
      <Badge tone="bad" icon={X}>
        Not sold
      </Badge>
      <Badge tone="unk" icon={CircleHelp}>
        Not known
      </Badge>
      <Badge tone="open" icon={PencilLine}>
        Not confirmed
      </Badge>
    </KitGroup>
    <KitGroup title="Banner">
      <div className="flex w-full flex-col gap-3">
        <Banner tone="ok" icon={Check} heading="Sold">
          Product, amount
        </Banner>
        <Banner tone="wait" icon={Clock} heading="Waiting" end={<Kbd>0:18</Kbd>}>
          Do not sell this again
        </Banner>
        <Banner tone="bad" icon={X} heading="Not sold">
          The wallet was not charged
        </Banner>
        <Banner tone="unk" icon={CircleHelp} heading="Not known yet">
          Do not sell this again
        </Banner>
      </div>
    </KitGroup>
    <KitGroup title="Notice">
      <div className="flex w-full flex-col gap-3">
        <Notice heading="Tell the customer">The number is in another country.</Notice>
        <Notice tone="info" icon={<CircleHelp size={20} />}>
          The service is slow today.
        </Notice>
        <Notice tone="ok">Back online.</Notice>
        <Notice tone="wait">Two sales are waiting.</Notice>
        <Notice tone="bad" icon={<TriangleAlert size={20} />} heading="Selling is stopped">
          The service cannot be reached.
        </Notice>
        <Notice tone="unk">One sale is not known yet.</Notice>
      </div>
    </KitGroup>
  </>
)

type KitGroupProps = { title: string; children: ReactNode }

/** The states of one part, in a row that wraps. */
export const KitGroup = ({ title, children }: KitGroupProps) => (
  <div className="flex min-w-0 flex-col gap-3">
    <h2 className="text-3">{title}</h2>
    <div className="flex min-w-0 flex-wrap items-start gap-2">{children}</div>
  </div>
)
