import { Button } from '@mantine/core'
import { useState } from 'react'
import { flagAreas, flagTitles, type FlagCode } from '#contract/core/flags.ts'
import { flagReview } from '#contract/report/exceptions.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { count, money } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Pager } from '#web/ui/layout/pager.tsx'
import { ReportTabs } from '../schedules/report-tabs.tsx'
import styles from './exceptions.module.css'
import { FlagTable } from './flag-table.tsx'

const PAGE = 50
/** Kinds that a first look takes in; the cheaper ones are one press away. */
const FIRST_KINDS = 7

/** Flags of all records in one list: a manager looks at the evidence and says in words what each was. */
export function ExceptionsPage() {
  const rights = useHeldRights()
  return (
    <Page title="Исключения" tabs={<ReportTabs tab="exceptions" />}>
      {!rights ? (
        <Waiting />
      ) : rights.has('exception.review') ? (
        <FlagReview />
      ) : (
        <p className={styles['quiet']}>Исключения просматривает управляющий.</p>
      )}
    </Page>
  )
}

interface Kind {
  readonly code: FlagCode
  readonly count: number
  readonly kop: number
}

const isPaper = ({ code }: Kind) => code in flagAreas.paper
const countOf = (kinds: readonly Kind[]) => kinds.reduce((sum, kind) => sum + kind.count, 0)

function FlagReview() {
  const [isReviewed, setIsReviewed] = useState(false)
  const [paper, setPaper] = useState(false)
  const [code, setCode] = useState<FlagCode | null>(null)
  const [offset, setOffset] = useState(0)
  const all = { filter: { is_reviewed: isReviewed, limit: 1 } }
  const summary = useCall(flagReview.getExceptions, { query: all }, { keepPrevious: true })
  const filter = {
    is_reviewed: isReviewed,
    paper,
    ...(code && { code: [code] }),
    limit: PAGE,
    offset,
  }
  const list = useCall(flagReview.getExceptions, { query: { filter } }, { keepPrevious: true })
  if (list.error ?? summary.error) throw list.error ?? summary.error
  const show = (change: () => void) => {
    change()
    setOffset(0)
  }
  const groups = summary.data?.groups ?? []
  const kinds = groups.filter((kind) => isPaper(kind) === paper)
  return (
    <div className={styles['stack']}>
      <div className={styles['choices']}>
        <Choice
          label="Какие исключения"
          options={[
            { value: false, title: 'Ждут просмотра' },
            { value: true, title: 'Просмотренные' },
          ]}
          value={isReviewed}
          choose={(value) => show(() => (setIsReviewed(value), setCode(null)))}
        />
        <Choice
          label="О чём"
          options={[false, true].map((value) => ({
            value,
            title: value ? 'Бумаги' : 'Вес и деньги',
            count: countOf(groups.filter((kind) => isPaper(kind) === value)),
          }))}
          value={paper}
          choose={(value) => show(() => (setPaper(value), setCode(null)))}
        />
      </div>
      <Kinds kinds={kinds} code={code} choose={(value) => show(() => setCode(value))} />
      {!list.data ? (
        <Waiting />
      ) : list.data.items.length === 0 ? (
        <p className={styles['quiet']}>
          {isReviewed
            ? 'Просмотренных исключений нет.'
            : countOf(groups) > 0
              ? 'Здесь всё просмотрено, остальные исключения ждут.'
              : 'Все исключения просмотрены.'}
        </p>
      ) : (
        <FlagTable key={`${isReviewed} ${paper} ${code} ${offset}`} items={list.data.items} />
      )}
      {list.data && (
        <Pager
          total={list.data.total}
          size={PAGE}
          offset={offset}
          go={setOffset}
          words={['Дороже', 'Дешевле']}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  options: readonly { value: boolean; title: string; count?: number }[]
  value: boolean
  choose: (value: boolean) => void
}

function Choice({ label, options, value, choose }: ChoiceProps) {
  return (
    <div className={styles['row']} role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.title}
          size="compact-sm"
          variant={option.value === value ? 'filled' : 'default'}
          aria-pressed={option.value === value}
          onClick={() => choose(option.value)}
        >
          {option.title}
          {option.count !== undefined && ` · ${count(option.count)}`}
        </Button>
      ))}
    </div>
  )
}

interface KindsProps {
  kinds: readonly Kind[]
  code: FlagCode | null
  choose: (code: FlagCode | null) => void
}

/** Kinds with what they are about in roubles, the dearest first; a press narrows the list to one, a second one lets all in. */
function Kinds({ kinds, code, choose }: KindsProps) {
  const [isWhole, setIsWhole] = useState(false)
  if (kinds.length === 0) return null
  const shown = isWhole ? kinds : kinds.slice(0, FIRST_KINDS)
  const hidden = kinds.length - shown.length
  return (
    <div className={styles['kinds']} role="group" aria-label="Вид исключения">
      {shown.map((kind) => (
        <button
          key={kind.code}
          type="button"
          className={styles['kind']}
          aria-pressed={kind.code === code}
          onClick={() => choose(kind.code === code ? null : kind.code)}
        >
          <span>{flagTitles[kind.code]}</span>
          <span className={styles['figures']}>
            <strong>{kind.kop === 0 ? '—' : money(kind.kop)}</strong>
            <small>{count(kind.count)}</small>
          </span>
        </button>
      ))}
      {hidden > 0 && (
        <button type="button" className={styles['kind']} onClick={() => setIsWhole(true)}>
          <span>Ещё видов: {hidden}</span>
        </button>
      )}
    </div>
  )
}
