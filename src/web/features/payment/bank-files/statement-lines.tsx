import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  lineStatuses,
  paymentStatement,
  type BankStatement,
  type LineStatus,
  type StatementLine,
} from '#contract/payment/statement.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { money } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import styles from './bank-files.module.css'
import { Pager } from '#web/ui/layout/pager.tsx'
import { LineRow } from './line-row.tsx'
import { useLineDecisions, type LeftLine, type LineDecisions } from './use-line-decisions.ts'

const PAGE = 100

const isSuggested = (line: StatementLine) =>
  line.match_status === 'suggested' && line.decision === 'confirm'

/** Lines of one statement, the bank's word at the left and our payment at the right. */
export function StatementLines({ statement }: { statement: BankStatement }) {
  const [status, setStatus] = useState<LineStatus>()
  const [offset, setOffset] = useState(0)
  const filter = { statement_id: statement.id, limit: PAGE, offset }
  const list = useCall(
    paymentStatement.getStatementLines,
    { query: { filter: { ...filter, ...(status && { match_status: [status] }) } } },
    { keepPrevious: true },
  )
  const decisions = useLineDecisions()
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  const { items, total } = list.data
  const suggested = items.filter(isSuggested)
  const countOf = (one: LineStatus) => statement.lines.find((row) => row.status === one)?.count ?? 0
  const show = (next: LineStatus | undefined) => {
    setStatus(next)
    setOffset(0)
  }
  return (
    <section className={styles['stack']} aria-label="Строки выписки">
      <div className={styles['buttons']} role="group" aria-label="Состояние строк">
        <Chip label="Все" isOn={!status} press={() => show(undefined)} />
        {lineStatuses.map((one) => {
          const count = countOf(one)
          const label = `${statusTitles.bank_statement_line[one]}: ${count}`
          return (
            count > 0 && (
              <Chip key={one} label={label} isOn={status === one} press={() => show(one)} />
            )
          )
        })}
        {suggested.length > 1 && (
          <Button loading={decisions.busy} onClick={() => void decisions.confirm(suggested)}>
            {suggested.length < countOf('suggested')
              ? 'Подтвердить предложенные на странице'
              : 'Подтвердить все предложенные'}
            : {suggested.length}
          </Button>
        )}
      </div>
      <LeftLines left={decisions.left} />
      {items.length === 0 ? (
        <p className={styles['empty']}>
          Новых строк в этой выписке нет: все они уже были в прежних.
        </p>
      ) : (
        <LineTable items={items} decisions={decisions} />
      )}
      <Pager total={total} size={PAGE} offset={offset} go={setOffset} words={['Назад', 'Дальше']} />
    </section>
  )
}

function Chip({ label, isOn, press }: { label: string; isOn: boolean; press: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      onClick={press}
    >
      {label}
    </Button>
  )
}

/** Stays until the next attempt: a toast is gone before thirty lines are read. */
function LeftLines({ left }: { left: readonly LeftLine[] }) {
  if (left.length === 0) return null
  return (
    <div role="status">
      <ul className={styles['results']} aria-label="Не подтверждено">
        <li>Не подтверждено:</li>
        {left.map(({ line, why }) => (
          <li key={line.id} data-tone="red">
            <strong>
              {line.counterparty ?? '—'}, {money(line.amount_kop)}
              {line.doc_number && `, № ${line.doc_number}`}:
            </strong>{' '}
            {why}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface LineTableProps {
  items: readonly StatementLine[]
  decisions: LineDecisions
}

function LineTable({ items, decisions }: LineTableProps) {
  const ids = items.flatMap(({ id, decision }) => (decision === 'choose' ? id : []))
  const offered = useCall(
    paymentStatement.getLineCandidates,
    { query: { ids } },
    { when: ids.length > 0, keepPrevious: true },
  )
  const candidates = new Map(offered.data?.map(({ line_id, payments }) => [line_id, payments]))
  return (
    <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Строки и выплаты">
      <table className={`${wide['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Банк</th>
            <th scope="col" data-end>
              Сумма
            </th>
            <th scope="col">Состояние</th>
            <th scope="col">Наша выплата</th>
            <th scope="col" data-end>
              Сумма
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <LineRow
              key={line.id}
              line={line}
              candidates={(line.decision === 'choose' && candidates.get(line.id)) || []}
              decisions={decisions}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
