import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { flagTitles, type FlagCode } from '#contract/core/flags.ts'
import { flagReview, type Exception } from '#contract/report/exceptions.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Pager } from '#web/ui/layout/pager.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { VisitPhotos } from '../../weighing/visit-photos.tsx'
import wide from '#web/ui/layout/wide-table.module.css'
import { ReportTabs } from '../schedules/report-tabs.tsx'
import styles from './exceptions.module.css'

const PAGE = 50

/** Flags of all records in one list: a manager looks at the evidence and says in words what each was. */
export function ExceptionsPage() {
  const rights = useHeldRights()
  return (
    <Page title="Исключения">
      <ReportTabs tab="exceptions" />
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

const CODES = Object.entries(flagTitles).map(([value, label]) => ({ value, label }))

function FlagReview() {
  const [isReviewed, setIsReviewed] = useState(false)
  const [code, setCode] = useState<FlagCode | null>(null)
  const [offset, setOffset] = useState(0)
  const filter = { is_reviewed: isReviewed, ...(code && { code: [code] }), limit: PAGE, offset }
  const list = useCall(flagReview.getExceptions, { query: { filter } }, { keep: true })
  if (list.error) throw list.error
  const show = (change: () => void) => {
    change()
    setOffset(0)
  }
  return (
    <div className={styles['stack']}>
      <div className={styles['row']}>
        <div className={styles['row']} role="group" aria-label="Какие исключения">
          {[false, true].map((reviewed) => (
            <Button
              key={String(reviewed)}
              size="compact-sm"
              variant={reviewed === isReviewed ? 'filled' : 'default'}
              aria-pressed={reviewed === isReviewed}
              onClick={() => show(() => setIsReviewed(reviewed))}
            >
              {reviewed ? 'Просмотренные' : 'Ждут просмотра'}
            </Button>
          ))}
        </div>
        <SearchSelect
          size="xs"
          aria-label="Отметка"
          placeholder="Все отметки"
          clearable
          data={CODES}
          value={code}
          onChange={(value) => show(() => setCode(value as FlagCode | null))}
        />
        {list.data && <span className={styles['quiet']}>Всего: {count(list.data.total)}</span>}
      </div>
      {!list.data ? (
        <Waiting />
      ) : list.data.items.length === 0 ? (
        <p className={styles['quiet']}>
          {isReviewed ? 'Просмотренных исключений нет.' : 'Все исключения просмотрены.'}
        </p>
      ) : (
        <Flags key={`${isReviewed} ${code} ${offset}`} items={list.data.items} />
      )}
      {list.data && (
        <Pager
          total={list.data.total}
          size={PAGE}
          offset={offset}
          go={setOffset}
          words={['Позже', 'Раньше']}
        />
      )}
    </div>
  )
}

const keyOf = ({ entity, entity_id, code }: Exception) => `${entity} ${entity_id} ${code}`

function Flags({ items }: { items: readonly Exception[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useSend(flagReview.reviewExceptions, {
    refreshes: [flagReview.getExceptions],
  })
  const open = items.filter(({ reviewed_at }) => !reviewed_at)
  const marked = open.filter((one) => chosen.has(keyOf(one)))
  const toggle = (keys: readonly string[], on: boolean) => {
    const next = new Set(chosen)
    for (const key of keys)
      if (on) next.add(key)
      else next.delete(key)
    setChosen(next)
  }
  const review = async (flags: readonly Exception[]) => {
    const [one] = flags
    const note = await ask.textarea({
      title:
        flags.length === 1 && one
          ? `${flagTitles[one.code]}: ${one.record}`
          : `Исключений: ${count(flags.length)}`,
      label: 'Что это было',
      hint: 'Эти слова останутся у записи и в отчёте «Исключения».',
      min: 3,
      max: 500,
      main: 'Просмотрено',
    })
    if (note === undefined) return
    const places = flags.map(({ entity, entity_id, code }) => ({ entity, entity_id, code }))
    const done = await save.send({ body: { items: places, note } })
    if (!done) return
    setChosen(new Set())
    if (done.reviewed === flags.length) toast.success('Просмотрено')
    else toast.info('Часть исключений уже просмотрел другой сотрудник')
  }
  return (
    <>
      {open.length > 0 && (
        <div className={styles['row']}>
          <Checkbox
            label="Все на странице"
            checked={marked.length === open.length}
            indeterminate={marked.length > 0 && marked.length < open.length}
            onChange={(event) => toggle(open.map(keyOf), event.currentTarget.checked)}
          />
          <Button
            size="compact-sm"
            disabled={marked.length === 0}
            loading={save.sending}
            onClick={() => void review(marked)}
          >
            Просмотрено: {count(marked.length)}
          </Button>
        </div>
      )}
      <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Исключения">
        <table className={`${wide['table']} ${stacked['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">Отметка</th>
              <th scope="col">Запись</th>
              <th scope="col">Кто</th>
              <th scope="col">Ожидалось</th>
              <th scope="col">Записано</th>
              <th scope="col">Фото</th>
              <th scope="col">Просмотр</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <tr key={keyOf(one)}>
                <td data-whole>
                  <FlagTitle
                    flag={one}
                    isChosen={chosen.has(keyOf(one))}
                    choose={(on) => toggle([keyOf(one)], on)}
                  />
                </td>
                <td data-whole>
                  <Link to={one.href}>{one.record}</Link>
                  <small>{dateTime(one.at)}</small>
                </td>
                <td data-label="Кто">
                  {one.operator}
                  {one.approver && <small>подтвердил {one.approver}</small>}
                </td>
                <td data-label="Ожидалось">{one.expected}</td>
                <td data-label="Записано">{one.actual}</td>
                <td data-whole>
                  {one.photos.length > 0 && <VisitPhotos photos={one.photos} of={one.record} />}
                </td>
                <td data-whole>
                  <Review flag={one} busy={save.sending} review={() => void review([one])} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface FlagTitleProps {
  flag: Exception
  isChosen: boolean
  choose: (on: boolean) => void
}

function FlagTitle({ flag, isChosen, choose }: FlagTitleProps) {
  const title = flagTitles[flag.code]
  if (flag.reviewed_at) return <Badge tone="gray" icon="check" label={title} />
  return (
    <Checkbox
      checked={isChosen}
      label={<Badge tone="orange" icon="question" label={title} />}
      aria-label={`${title}: ${flag.record}`}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}

function Review({ flag, busy, review }: { flag: Exception; busy: boolean; review: () => void }) {
  if (!flag.reviewed_at)
    return (
      <Button size="compact-sm" variant="default" disabled={busy} onClick={review}>
        Просмотрено
      </Button>
    )
  return (
    <>
      {flag.note}
      <small>
        {flag.reviewed_by}, {dateTime(flag.reviewed_at)}
      </small>
    </>
  )
}
