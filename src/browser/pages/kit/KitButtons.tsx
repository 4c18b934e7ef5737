import { ArrowRight, Check, CircleHelp, Clock, PencilLine, Printer, Share2, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { decimal, money } from '#domain/money/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Chip, ChipLink } from '../../ui/Chip.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'

const FIFTY = money(decimal('50.00'), 'AED')
const TONES = [
  { tone: 'ok', icon: Check, text: 'Sold' },
  { tone: 'wait', icon: Clock, text: 'Waiting' },
  { tone: 'bad', icon: X, text: 'Not sold' },
  { tone: 'unk', icon: CircleHelp, text: 'Not known' },
  { tone: 'open', icon: PencilLine, text: 'Not confirmed' },
] as const

export const KitButtons = () => (
  <>
    <KitGroup title="Button">
      {(['primary', 'tint', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
        <Button key={variant} variant={variant} icon={Printer}>
          {variant}
        </Button>
      ))}
      <Button pending>Printing</Button>
      <Button blocked="Finish entering the number">Send</Button>
      <ButtonLink to="." icon={Share2}>
        Link
      </ButtonLink>
      <IconButton icon={X} label="Close" />
      {(['md', 'lg', 'xl'] as const).map((size) => (
        <Button key={size} size={size} variant="primary" icon={ArrowRight} amount={<Money money={FIFTY} />}>
          {size}
        </Button>
      ))}
      <Button size="xl" variant="primary" keyCap="Enter" armDelayMs={600}>
        Send top-up
      </Button>
      <Button size="xl" variant="primary" blocked="Finish entering the number">
        Review
      </Button>
    </KitGroup>
    <KitGroup title="Chip">
      {(['filter', 'amount', 'fix'] as const).flatMap((variant) =>
        [false, true].map((isSelected) => (
          <Chip key={`${variant} ${isSelected}`} variant={variant} isSelected={isSelected} icon={Check} count={52}>
            {variant}
          </Chip>
        )),
      )}
      <ChipLink icon={Check} count={47} to="#">
        Sold, in the list
      </ChipLink>
    </KitGroup>
    <KitGroup title="Badge, Banner, Notice">
      {TONES.map(({ tone, icon, text }) => (
        <Badge key={tone} tone={tone} icon={icon}>
          {text}
        </Badge>
      ))}
      <div className="flex w-full flex-col gap-3">
        {TONES.map(({ tone, icon, text }) => (
          <Banner key={tone} tone={tone} icon={icon} heading={text} end="0:18">
            Product, amount
          </Banner>
        ))}
        {(['paper', 'info', 'ok', 'wait', 'bad', 'unk'] as const).map((tone) => (
          <Notice key={tone} tone={tone} icon={<CircleHelp size={20} />} heading={tone}>
            The number is in another country.
          </Notice>
        ))}
      </div>
    </KitGroup>
  </>
)

export const KitGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-3">
    <h2 className="text-3">{title}</h2>
    <div className="flex min-w-0 flex-wrap items-start gap-2">{children}</div>
  </div>
)
