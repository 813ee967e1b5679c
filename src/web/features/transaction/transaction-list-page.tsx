import { Button, Tabs } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { normalizePlate } from '#contract/requisites/plate.ts'
import { transactionStatuses, type Transaction } from '#contract/transaction-entities.ts'
import { transactions } from '#contract/transaction.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#web/paths.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { toast } from '#web/ui/toast.ts'
import { openWeightActEditor } from '../weight-act/open-weight-act-editor.ts'
import { visitColumns, visitFilters } from './transaction-columns.tsx'
import { openAcceptVisits } from './open-accept-visit.ts'
import styles from './visit.module.css'

const TransactionInfo = lazyPart(
  async () => (await import('./transaction-info.tsx')).TransactionInfo,
)

const cardOf = (id: string) => <TransactionInfo id={id} />

const Loads = lazyPart(async () => (await import('./load-list.tsx')).Loads)

const TABS = [
  { value: 'all', label: 'Все' },
  { value: 'in', label: 'На территории' },
  { value: 'closed', label: 'Без акта' },
  { value: 'loads', label: 'Взвешивания без связи' },
] as const

// Longer on site than a day is a matter for a look (web.md 9).
const LONG_MS = 24 * 3_600_000

const UNWEIGHED = 'Нужны взвешенные заезды, которые ещё не вошли в весовой акт'

function toneOf(row: Transaction): 'struck' | 'warning' | undefined {
  if (row.status === 'void') return 'struck'
  const long = row.status === 'in' && Date.now() - Date.parse(row.in_at) > LONG_MS
  return long ? 'warning' : undefined
}

/** All visits with their weighings and pictures; the tab stands in the address. */
export function Component() {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'all'
  const turned = useRef<string>(undefined)
  // Another tab is another list: the arrows of the keyboard go on from the tab that the hands came to last, at once.
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
  if (tab === 'loads')
    return (
      <Page title="Транзакции">
        {tabs}
        <Panel title="Без связи: ждут заезда">
          <Loads filter={{ offline: true }} />
        </Panel>
        <Panel title="Нагрузка на весах без взвешивания">
          <Loads filter={{ without_weighing: true }} />
        </Panel>
      </Page>
    )
  const accept = async ([visit]: Transaction[]) => {
    if (!visit) return undefined
    const { supplier_id, supplier_name } = visit
    if (!supplier_id) return toast.warning('У заезда нет поставщика: укажите его на весах')
    const address = await openAcceptVisits([visit], {
      id: supplier_id,
      label: supplier_name ?? '—',
    })
    if (address) void navigate(address)
    return undefined
  }
  return (
    <ListScreen<Transaction>
      key={tab}
      id="transactions"
      title="Транзакции"
      call={transactions.getAll}
      columns={visitColumns}
      sort="-in_at"
      period
      search="Номер заезда или машины"
      {...(tab === 'all'
        ? { statuses: { kind: 'transaction', values: transactionStatuses } }
        : { fixed: { status: [tab] } })}
      filters={visitFilters}
      card={cardOf}
      above={
        <div className={styles['above']}>
          {tabs}
          <SimilarPlates words={params.get('q') ?? ''} />
        </div>
      }
      create={{ label: 'Взвесить', run: () => void navigate(paths.weight) }}
      bulk={[
        {
          label: 'Принять',
          most: 1,
          key: { code: 'Enter', ctrl: true },
          when: (row) => row.status === 'closed',
          why: UNWEIGHED,
          run: accept,
        },
        {
          label: 'Весовой акт',
          most: 50,
          key: { code: 'F8' },
          when: (row) => row.status === 'closed',
          why: UNWEIGHED,
          run: async (rows) => void (await openWeightActEditor(rows)),
        },
      ]}
      rowTone={toneOf}
      empty="Здесь появятся заезды. Первый начинается с записи веса на весах."
    />
  )
}

/** A plate mistyped by one character is offered among those on site, never taken. */
function SimilarPlates({ words }: { words: string }) {
  const navigate = useNavigate()
  const { plate: carnumber, countries } = normalizePlate(words)
  const whole = countries.length > 0
  const { data } = useCall(
    transactions.findInByCarnumber,
    { query: { carnumber } },
    { when: whole, quiet: true, keep: true },
  )
  if (!whole || !data || data.transaction || data.similar.length === 0) return null
  return (
    <p className={styles['similar']}>
      Похожие номера на территории:{' '}
      {data.similar.map(({ id, carnumber: near }) => (
        <Button
          key={id}
          variant="subtle"
          onClick={() => void navigate(`${paths.transactions}?q=${near}&peek=${id}`)}
        >
          {near}
        </Button>
      ))}
    </p>
  )
}
