import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import { companySetUp } from '#contract/company/set-up.ts'
import type { CallResult } from '#contract/core/call.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import { answerPeriods, type AnswerPeriod } from '#contract/report/dashboard.ts'
import { report } from '#contract/report/report.ts'
import { useCall, REFERENCE_MS } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import {
  companyId,
  companyRolesOf,
  hasModule,
  isManager,
  isOwner,
  isPhone,
  useStore,
} from '#web/state/store.ts'
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
import { YardPanel } from './home/yard-panel.tsx'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { useHeldRights, useMay } from '#web/api/use-may.ts'

const CompanyDays = lazyPart(
  async () => (await import('../user/linked/company-days.tsx')).CompanyDays,
)

/** screens.md 12: read again every minute while visible. */
const MINUTE_MS = 60_000

/** The operator's day: vehicles in the yard, purchases, payments, debts, and what needs attention. */
export function Component() {
  const navigate = useNavigate()
  const owner = useStore(isOwner)
  const rights = useHeldRights()
  const weighs = useStore(hasModule('weight')) && !owner && (rights?.has('weight.capture') ?? true)
  const roles = useStore(companyRolesOf)
  const sections = sectionsOf(roles)
  const pays = useStore(hasModule('payment')) && sections[0] === 'figures'
  const mayPay = rights?.has('payment.save') ?? true
  const [period, setPeriod] = useHomePeriod()
  const manager = useStore(isManager)
  const phone = useStore(isPhone)
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
          {manager && !phone && <OwnSetUp />}
          {pays && (
            <Button component={Link} to={mayPay ? paths.createPayment : paths.payments}>
              {mayPay ? 'Кому заплатить' : 'Выплаты'}
            </Button>
          )}
          {weighs && (
            <Button
              component={Link}
              to={paths.weight}
              title={keyOf('main')}
              variant={pays ? 'default' : 'filled'}
            >
              Взвешивание
            </Button>
          )}
        </>
      }
    >
      <ApprovalAsks />
      <div
        className={styles['home']}
        data-waits={board.data ? undefined : ''}
        data-brief={sections.includes('month') ? undefined : ''}
      >
        {sections.map((name) => {
          const Section = SECTIONS[name]
          return (
            <div key={name} data-section={name} data-half={HALVES.has(name) || undefined}>
              <Section board={board.data} {...{ period, setPeriod, refetch }} />
            </div>
          )
        })}
      </div>
      {manager && phone && (
        <div className={styles['setUp']}>
          <OwnSetUp />
        </div>
      )}
    </Page>
  )
}

/** In the address, so that a week or a month is a bookmark; a day is not written. */
function useHomePeriod(): [AnswerPeriod, (period: AnswerPeriod) => void] {
  const [address, setAddress] = useSearchParams()
  const named = address.get('period')
  const period = answerPeriods.find((one) => one === named) ?? 'day'
  return [period, (next) => setAddress(next === 'day' ? {} : { period: next }, { replace: true })]
}

/** What is set up once: on a phone it stands below the day. */
function OwnSetUp() {
  const own = useStore(companyId)
  return (
    <>
      <Button variant="default" onClick={() => void openSetUp(own)}>
        Подготовка
      </Button>
      <Button variant="default" onClick={() => void openYard(own)}>
        Оборудование
      </Button>
      <Button variant="default" onClick={() => void openOwnSettings()}>
        Настройки
      </Button>
    </>
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
  figures: ({ board, refetch }) => {
    const tiles = board?.tiles.filter(({ key }) => NOW_TILES.includes(key))
    const title = tiles?.every(({ unit }) => unit !== 'kop') ? 'Двор' : 'Деньги и двор'
    return <NowPanel {...{ title, tiles }} retry={refetch} />
  },
  yard: ({ board }) =>
    board?.yard === null ? null : (
      <WithModule tag="transactions">
        <YardPanel
          vehicles={board?.yard}
          total={board?.tiles.find(({ key }) => key === 'on_site')?.value ?? 0}
        />
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

/** Ready answers, by month-shown.ts of a month; absent for a person who may have none. Its height is there before the answer. */
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
              kop: null,
              open: () => void openSetUp(own),
            }
          : undefined
      }
    />
  )
}
