import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Info, Megaphone } from 'lucide-react'
import { useCallback, useEffect, type ReactNode, type RefObject } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

import { arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import { KEYS, useHotkeys } from '../../hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, withTile } from '../../paths.ts'
import { useInternationalDraft, findInternationalWarning } from '../../sale/international.ts'
import { Button, IconButton, Spinner } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Steps } from '../../ui/Steps.tsx'

export type WizardStep = 'country' | 'operator' | 'amount'

type WizardLayoutProps = {
  step: WizardStep
  /** What is chosen already, for the ways back. */
  countryId?: string | undefined
  providerId?: string | undefined
  panel: ReactNode
  children: ReactNode
}

const PLACE = { country: 0, operator: 1, amount: 2 }
const BACK = {
  country: 'international.back.products',
  operator: 'international.back.countries',
  amount: 'international.back.operators',
} as const

/** The page of one step: the way back, the steps, and what the customer has to be told before the sale. */
export function WizardLayout({ step, countryId = '', providerId, panel, children }: WizardLayoutProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const isOffered = useHasInternational()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const tileId = useWizardTile()
  const warning = shop && findInternationalWarning(shop, tileId, countryId || undefined)
  useEffect(() => {
    document.documentElement.scrollTop = 0
  }, [step])
  const toCountries = () => navigate(paths.international())
  const toOperators = () =>
    navigate(
      providerId === undefined
        ? paths.internationalCountry(countryId)
        : paths.internationalProvider(countryId, providerId),
    )
  const back = { country: leave, operator: toCountries, amount: toOperators }[step]

  return (
    <PageLayout
      start={<IconButton icon={ArrowLeft} label={t(BACK[step])} onClick={back} />}
      // Beside the side panel of a small counter the steps take its place.
      title={<span className="max-lg:sr-only">{t('international.title')}</span>}
      actions={
        <Steps
          label={t('international.steps')}
          current={PLACE[step]}
          steps={[
            { name: t('international.step.country'), onGo: toCountries },
            { name: t('international.step.operator'), onGo: toOperators },
            { name: t('international.step.amount') },
            { name: t('international.step.review') },
          ]}
        />
      }
      panel={panel}
    >
      {!isOffered && (
        <Notice tone="info" role="status" icon={<Info size={24} aria-hidden />} heading={t('international.slip')}>
          {t('storefront.unavailable')}
        </Notice>
      )}
      {warning !== undefined && (
        <Notice icon={<Megaphone size={24} aria-hidden />} heading={t('ticket.tellCustomer')}>
          <bdi className="whitespace-pre-line">{warning}</bdi>
        </Notice>
      )}
      {children}
    </PageLayout>
  )
}

type LoadingNoticeProps = { children: string; error: Error | null; onRetry: () => void }

/** In place of what is not there yet: that it comes, or that it did not and can be asked for again. */
export function LoadingNotice({ children, error, onRetry }: LoadingNoticeProps) {
  const t = useText()
  if (!error) {
    return (
      // As high as the tiles that come.
      <p className="flex min-h-[160px] items-center justify-center gap-2 text-ink-2" role="status" aria-busy="true">
        <Spinner /> {children}
      </p>
    )
  }
  return (
    <Notice tone="bad" role="alert" icon={<CircleAlert size={24} aria-hidden />} heading={t('international.failed')}>
      <p className="mb-3">{t('storefront.failedHint')}</p>
      <Button size="lg" onClick={onRetry}>
        {t('storefront.tryAgain')}
      </Button>
    </Notice>
  )
}

/** The tile that led into the wizard, as the address names it. */
export const useWizardTile = (): string | undefined => useSearchParams()[0].get('tile') ?? undefined

/** From step to step: the tile that led here stays in the address. */
export function useWizardNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const tileId = useWizardTile()
  return useCallback((path, options) => void navigate(withTile(path, tileId), options), [navigate, tileId])
}

/** Out of the wizard, with nothing kept. */
export function useLeaveWizard(): () => void {
  const navigate = useNavigate()
  return () => {
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}

/** False while the catalogue lists the service of international top-ups as switched off; not listed at all it is sold. */
export function useHasInternational(): boolean {
  const { data } = useQuery(catalogueQuery)
  return data?.services.find(({ kind }) => kind === 'international')?.isActive ?? true
}

const WAYS: Record<string, readonly [across: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Arrow keys go over the buttons in `grid` as they lie on the screen, and lead into them from wherever the focus is; up from the first row
 * leads to `above`. In a field only up and down do, and tabs keep their own.
 */
export function useArrowKeys(grid: RefObject<HTMLElement | null>, above?: RefObject<HTMLElement | null>): void {
  const move = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (!way || isKeptBy(event.target, way)) return false
    const tiles = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const next = at === -1 ? findEntrance(tiles) : findNeighbour(tiles, at, way)
    const goal = next ?? (at !== -1 && way[1] < 0 ? above?.current : undefined)
    goal?.focus()
    return Boolean(goal)
  }
  useHotkeys([{ ...KEYS.arrows, run: move }])
}

function isKeptBy(target: EventTarget | null, [across]: readonly [number, number]): boolean {
  if (target instanceof HTMLInputElement) return across !== 0
  return target instanceof Element && target.closest('[role="tablist"]') !== null
}

const findEntrance = (tiles: readonly HTMLElement[]) =>
  tiles.find((tile) => tile.getAttribute('aria-pressed') === 'true') ?? tiles[0]

function findNeighbour(tiles: readonly HTMLElement[], at: number, [across, down]: readonly [number, number]) {
  if (across !== 0) return tiles[at + across * (document.documentElement.dir === 'rtl' ? -1 : 1)]
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const from = boxes[at]!
  const isBeyond = ({ top }: DOMRect) => (down > 0 ? top > from.top : top < from.top)
  const nearest = boxes
    .map((box, index) => ({ index, rows: Math.abs(box.top - from.top), off: Math.abs(box.left - from.left) }))
    .filter(({ index }) => isBeyond(boxes[index]!))
    .toSorted((one, other) => one.rows - other.rows || one.off - other.off)[0]
  return nearest && tiles[nearest.index]
}
