import { serverNow } from '#web/ui/server-clock.ts'
import { Tabs } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { visitStatuses, type Visit } from '#contract/visit/visit-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { paths } from '#contract/screen-paths.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { tonnes } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { openWeightActEditor } from '../weight-act/open-weight-act-editor.ts'
import { VISIT_COLUMNS, visitFilters } from './visit/visit-columns.tsx'
import { usePlaceFilters } from './visit/use-place-filters.ts'
import { openAcceptVisits } from './platform/open-accept-visit.ts'

const VisitDetails = lazyPart(async () => (await import('./visit/visit-details.tsx')).VisitDetails)

const SimilarPlates = lazyPart(
  async () => (await import('./visit/similar-plates.tsx')).SimilarPlates,
  <span />,
)
/** The shortest search that may be a whole plate. */
const PLATE_LETTERS = 4
const cardOf = (id: string) => <VisitDetails id={id} />

const LoadLists = lazyPart(async () => (await import('./platform/load-lists.tsx')).LoadLists)

const TABS = [
  { value: 'all', label: 'Заезды' },
  { value: 'loads', label: 'Грузы без заезда' },
] as const

/** Kept in bookmarks from when a state was a tab and not a chip. */
const STATE_TABS = ['in', 'closed']

// A stay of more than a day needs attention (screens.md 9).
const LONG_MS = 24 * 3_600_000

const UNWEIGHED_TEXT = 'Нужны взвешенные заезды, которые ещё не вошли в весовой акт'

function toneOf(row: Visit): 'struck' | 'warning' | undefined {
  if (row.status === 'void') return 'struck'
  const long = row.status === 'in' && serverNow() - Date.parse(row.in_at) > LONG_MS
  return long ? 'warning' : undefined
}

/** All visits with their weighings and pictures; the tab is stored in the address. */
export function Component() {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'all'
  const state = STATE_TABS.find((value) => value === params.get('tab'))
  useEffect(() => {
    if (state) setParams({ status: state }, { replace: true })
  }, [state, setParams])
  const places = usePlaceFilters()
  const turned = useRef<string>(undefined)
  // Another tab is another list: the keyboard must go on from the tab that was reached last, without a delay.
  useLayoutEffect(() => {
    if (!turned.current) return
    document.querySelector<HTMLElement>(`[role=tab][data-tab=${turned.current}]`)?.focus()
    if (turned.current === tab) turned.current = undefined
  }, [tab])
  const turn = (value: string | null) => {
    turned.current = value ?? 'all'
    setParams(value && value !== 'all' ? { tab: value } : {})
  }
  const tabs = (
    <Tabs value={tab} onChange={turn}>
      <Tabs.List>
        {TABS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} data-tab={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
  if (state) return null
  if (tab === 'loads')
    return (
      <Page title="Заезды" tabs={tabs}>
        <LoadLists />
      </Page>
    )
  const words = params.get('q') ?? ''
  const accept = async ([visit]: Visit[]) => {
    if (!visit) return undefined
    const { supplier_id, supplier_name } = visit
    if (!supplier_id) return toast.warning('У заезда нет поставщика: укажите его на весах')
    const address = await openAcceptVisits([visit], {
      id: supplier_id,
      label: supplier_name ?? '—',
    })
    if (address) navigate(address)
    return undefined
  }
  return (
    <ListScreen<Visit>
      key={tab}
      id="transactions"
      title="Заезды"
      call={visitCalls.getAll}
      columns={VISIT_COLUMNS}
      sort="-in_at"
      period
      search="Номер заезда или машины"
      statuses={{ kind: 'transaction', values: visitStatuses, sum: tonnes }}
      filters={[...visitFilters, ...places]}
      card={cardOf}
      tabs={tabs}
      above={words.length >= PLATE_LETTERS && <SimilarPlates words={words} />}
      create={{
        label: 'Взвесить',
        right: 'weight.capture',
        run: () => navigate(paths.weight),
      }}
      bulk={[
        {
          label: 'Принять',
          right: 'act.edit',
          most: 1,
          hotkey: 'main',
          when: (row) => row.status === 'closed',
          why: UNWEIGHED_TEXT,
          run: accept,
        },
        {
          label: 'Весовой акт',
          right: 'weightact.edit',
          most: 50,
          hotkey: 'weightAct',
          when: (row) => row.status === 'closed',
          why: UNWEIGHED_TEXT,
          run: async (rows) => void (await openWeightActEditor(rows)),
        },
      ]}
      rowTone={toneOf}
      empty="Здесь появятся заезды. Первый начинается с записи веса на весах."
    />
  )
}
