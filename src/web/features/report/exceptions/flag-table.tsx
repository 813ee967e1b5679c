import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from '#web/router/link.tsx'
import { flagTitles } from '#contract/core/flags.ts'
import { flagReview, type Exception } from '#contract/report/exceptions.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { count, dateTime, money } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import { VisitPhotos } from '../../weighing/visit-photos.tsx'
import styles from './exceptions.module.css'

const keyOf = ({ entity, entity_id, code }: Exception) => `${entity} ${entity_id} ${code}`

/** Own exceptions are another's to look at. */
const isReviewable = ({ reviewed_at, own }: Exception) => !reviewed_at && !own

/** The sum of a payment stands in roubles already. */
const actualOf = ({ entity, actual }: Exception) => (entity === 'payment' ? '' : actual)

/** Exceptions of one page with their evidence, each and all of them reviewed in words. */
export function FlagTable({ items }: { items: readonly Exception[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const save = useSend(flagReview.reviewExceptions, {
    refreshes: [flagReview.getExceptions],
  })
  const open = items.filter(isReviewable)
  const has = columnsOf(items)
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
            {marked.length === 0 ? 'Отметьте строки' : `Просмотрено: ${count(marked.length)}`}
          </Button>
        </div>
      )}
      <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Исключения">
        <table className={`${wide['table']} ${stacked['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">Отметка</th>
              <th scope="col" className={styles['sum']}>
                Рублей
              </th>
              <th scope="col">Запись</th>
              <th scope="col">Кто</th>
              {has.expected && <th scope="col">Ожидалось</th>}
              {has.actual && <th scope="col">Записано</th>}
              {has.photos && <th scope="col">Фото</th>}
              <th scope="col">Просмотр</th>
            </tr>
          </thead>
          <tbody>
            {items.map((one) => (
              <FlagRow key={keyOf(one)} one={one} has={has}>
                <FlagTitle
                  flag={one}
                  isChosen={chosen.has(keyOf(one))}
                  choose={(on) => toggle([keyOf(one)], on)}
                />
                <Review flag={one} busy={save.sending} review={() => void review([one])} />
              </FlagRow>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Marks of papers and money have none of these: their columns would only narrow the others. */
const columnsOf = (items: readonly Exception[]) => ({
  expected: items.some(({ expected }) => Boolean(expected)),
  actual: items.some((one) => Boolean(actualOf(one))),
  photos: items.some(({ photos }) => photos.length > 0),
})

interface FlagRowProps {
  one: Exception
  has: ReturnType<typeof columnsOf>
  /** The title, and what is done about it. */
  children: [ReactNode, ReactNode]
}

function FlagRow({ one, has, children: [title, review] }: FlagRowProps) {
  return (
    <tr>
      <td data-whole>
        {title}
        {one.why && <small className={styles['why']}>{one.why}</small>}
      </td>
      <td className={styles['sum']} data-label="Рублей">
        {one.kop === null ? '' : money(one.kop)}
      </td>
      <td data-whole className={styles['record']}>
        <Link to={one.href}>{one.record}</Link>
        <small>{dateTime(one.at)}</small>
      </td>
      <td data-label="Кто">
        {one.operator}
        {one.approver && <small>подтверждено: {one.approver}</small>}
      </td>
      {has.expected && <td data-label="Ожидалось">{one.expected}</td>}
      {has.actual && <td data-label="Записано">{actualOf(one)}</td>}
      {has.photos && (
        <td data-whole>
          {one.photos.length > 0 && <VisitPhotos photos={one.photos} of={one.record} />}
        </td>
      )}
      <td data-whole>{review}</td>
    </tr>
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
  const badge = <Badge tone="orange" icon="question" label={title} />
  if (flag.own) return badge
  return (
    <Checkbox
      checked={isChosen}
      label={badge}
      aria-label={`${title}: ${flag.record}`}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}

function Review({ flag, busy, review }: { flag: Exception; busy: boolean; review: () => void }) {
  if (flag.own) return <span className={styles['quiet']}>Ваше: просмотрит другой</span>
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
