import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { companySetUp } from '#contract/company/set-up.ts'
import type { CallResult } from '#contract/core/call.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import type { AnswerPeriod } from '#contract/report/dashboard.ts'
import { report } from '#contract/report/report.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useCall, REFERENCE_MS } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import {
  companyId,
  companyRolesOf,
  hasModule,
  isManager,
  isOwner,
  useStore,
} from '#web/state/store.ts'
import { kg, time } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { openOwnSettings } from '../company/open-company.ts'
import { openSetUp } from '../company/set-up/open-set-up.ts'
import { STEP_TITLES } from '../company/set-up/step-titles.ts'
import { ApprovalAsks } from './approval/approval-asks.tsx'
import { openYard } from '../device/open-yard.ts'
import { AttentionList, SeriesChart } from './dashboard-parts.tsx'
import styles from './dashboard.module.css'
import { HALVES, sectionsOf, type HomeSection } from './home/home-sections.ts'
import { NowPanel } from './home/now-panel.tsx'
import { PurchasesPanel } from './home/purchases-panel.tsx'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { useMay } from '#web/api/use-may.ts'

const CompanyDays = lazyPart(
  async () => (await import('../user/linked/company-days.tsx')).CompanyDays,
)

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000

/** The operator's day: vehicles in the yard, purchases, payments, debts, and what needs attention. */
export function Component() {
  const navigate = useNavigate()
  const owner = useStore(isOwner)
  const weighs = useStore(hasModule('weight')) && !owner
  const roles = useStore(companyRolesOf)
  const [period, setPeriod] = useState<AnswerPeriod>('day')
  const manager = useStore(isManager)
  const own = useStore(companyId)
  const board = useCall(
    report.getDashboard,
    { query: { filter: { scope: 'operator', period } } },
    { every: MINUTE_MS, keepPrevious: true },
  )
  const toScale = () => navigate(paths.weight)
  const keyOf = useHotkeyNames()
  useKeys(weighs ? [{ hotkey: 'main', label: 'Взвешивание', run: toScale }] : [])
  if (board.error && !board.data) throw board.error
  const refetch = () => void board.refetch()
  return (
    <Page
      title={owner ? 'Обзор компании' : 'Рабочее место'}
      actions={
        <>
          {manager && (
            <Button variant="default" onClick={() => void openSetUp(own)}>
              Подготовка
            </Button>
          )}
          {manager && (
            <Button variant="default" onClick={() => void openYard(own)}>
              Оборудование
            </Button>
          )}
          {manager && (
            <Button variant="default" onClick={() => void openOwnSettings()}>
              Настройки
            </Button>
          )}
          {weighs && (
            <Button component={Link} to={paths.weight} title={keyOf('main')}>
              Взвешивание
            </Button>
          )}
        </>
      }
    >
      <ApprovalAsks />
      <div className={styles['home']}>
        {sectionsOf(roles).map((name) => {
          const Section = SECTIONS[name]
          return (
            <div key={name} data-section={name} data-half={HALVES.has(name) || undefined}>
              <Section board={board.data} {...{ period, setPeriod, refetch }} />
            </div>
          )
        })}
      </div>
    </Page>
  )
}

interface SectionProps {
  board: CallResult<typeof report.getDashboard> | undefined
  period: AnswerPeriod
  setPeriod: (period: AnswerPeriod) => void
  refetch: () => void
}

/** Figures of this moment beside the answer, each with the link to its records. */
const NOW_TILES = ['paid', 'payable', 'unpaid', 'on_site', 'weight_acts']

const SECTIONS: Readonly<Record<HomeSection, (props: SectionProps) => ReactNode>> = {
  companies: () => <CompanyDays />,
  answer: ({ board, period, setPeriod }) => (
    <WithModule tag="act">
      <PurchasesPanel answer={board?.answer ?? undefined} {...{ period, setPeriod }} />
    </WithModule>
  ),
  matters: ({ board }) => <Attention attention={board?.attention} />,
  figures: ({ board, refetch }) => (
    <NowPanel tiles={board?.tiles.filter(({ key }) => NOW_TILES.includes(key))} retry={refetch} />
  ),
  yard: () => (
    <WithModule tag="transactions">
      <YardQueue />
    </WithModule>
  ),
  questions: () => (
    <WithModule tag="report">
      <OwnerQuestions />
    </WithModule>
  ),
  month: ({ board }) =>
    board?.series.map((series) => <SeriesChart key={series.key} series={series} />),
}

function WithModule({ tag, children }: { tag: ModuleTag; children: ReactNode }) {
  return useStore(hasModule(tag)) ? children : null
}

/** Ready answers for the month so far; absent for a person who may have none. Its height is there before the answer. */
function OwnerQuestions() {
  const { data } = useCall(report.getTypes, { query: {} }, { fresh: REFERENCE_MS, quiet: true })
  const types = data && new Set(data.map(({ type }) => type))
  const own = ownerQuestions.filter(({ type }) => types?.has(type) ?? true)
  const may = useMay('report.create')
  if (!may || own.length === 0) return null
  return (
    <Panel title="Вопросы владельца">
      <ul className={styles['questions']} data-waits={types ? undefined : ''}>
        {own.map((question) => (
          <li key={question.title}>
            <Link to={answerAddress(question)}>{question.title}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** For a manager also what of the set-up is missing: a day without matters is none of a company that cannot work. */
function Attention({ attention }: Pick<Parameters<typeof AttentionList>[0], 'attention'>) {
  const own = useStore(companyId)
  const manager = useStore(isManager)
  const read = useCall(
    companySetUp.getSetUp,
    { query: { companyId: own } },
    { when: manager, every: MINUTE_MS, keepPrevious: true, quiet: true },
  )
  // Lost devices are a matter of their own; the agent's silence is the same one.
  const isTold = attention?.some(({ kind }) => kind === 'offline')
  const missing =
    read.data?.steps.filter(
      ({ state, code }) => state === 'missing' && !(isTold && code === 'agent'),
    ) ?? []
  return (
    <AttentionList
      attention={read.loading ? undefined : attention}
      own={
        missing.length > 0
          ? {
              title: 'Подготовка к работе не закончена',
              text: missing.map(({ code }) => STEP_TITLES[code]).join(', '),
              count: missing.length,
              open: () => void openSetUp(own),
            }
          : undefined
      }
    />
  )
}

/** Vehicles that the dashboard names; the others are in the list. */
const SHOWN_ROWS = 8

function YardQueue() {
  const queue = useCall(
    visitCalls.getAll,
    { query: { filter: { status: ['in'], sort: [['in_at', 'asc']], limit: SHOWN_ROWS } } },
    { keepPrevious: true, quiet: true },
  )
  const more = (queue.data?.total ?? 0) - SHOWN_ROWS
  return (
    <Panel
      title="Очередь на территории"
      actions={<Link to={`${paths.transactions}?status=in`}>Все</Link>}
    >
      {queue.error && <p className={styles['quiet']}>{queue.error.message}</p>}
      {queue.data?.items.length === 0 && (
        <p className={styles['quiet']}>Машин на территории нет.</p>
      )}
      {queue.data && queue.data.items.length > 0 && (
        <table className={styles['queue']}>
          <thead>
            <tr>
              <th scope="col">Машина</th>
              <th scope="col">Поставщик</th>
              <th scope="col">Заезд</th>
              <th scope="col" data-end>
                Вес на заезде
              </th>
            </tr>
          </thead>
          <tbody>
            {queue.data.items.map((visit) => (
              <tr key={visit.id}>
                <td>
                  <Link to={`${paths.transactions}?id=${visit.id}`}>
                    {visit.carnumber ?? visit.number}
                  </Link>
                </td>
                <td>{visit.supplier_name ?? '—'}</td>
                <td>{time(visit.in_at)}</td>
                <td data-end>{kg(visit.in_g)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p className={styles['quiet']}>И ещё {more}.</p>}
    </Panel>
  )
}
