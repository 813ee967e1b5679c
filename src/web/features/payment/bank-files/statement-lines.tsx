import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  lineStatuses,
  paymentStatement,
  type BankStatement,
  type LineStatus,
  type StatementLine,
} from '#contract/payment/statement.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day, money, plural } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import styles from './bank-files.module.css'
import { Pager } from '#web/ui/layout/pager.tsx'
import { CHANGED_CALLS } from './changed-calls.ts'

const PAGE = 100

/** Lines of one statement, the bank's word at the left and our payment at the right. */
export function StatementLines({ statement }: { statement: BankStatement }) {
  const [status, setStatus] = useState<LineStatus>()
  const [offset, setOffset] = useState(0)
  const filter = { statement_id: statement.id, limit: PAGE, offset }
  const list = useCall(
    paymentStatement.getStatementLines,
    { query: { filter: { ...filter, ...(status && { match_status: [status] }) } } },
    { keep: true },
  )
  const confirm = useConfirm()
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  const { items, total } = list.data
  const suggested = items.filter(({ match_status: now }) => now === 'suggested')
  const show = (next: LineStatus | undefined) => {
    setStatus(next)
    setOffset(0)
  }
  return (
    <section className={styles['stack']} aria-label="Строки выписки">
      <div className={styles['buttons']} role="group" aria-label="Состояние строк">
        <Chip label="Все" isOn={!status} press={() => show(undefined)} />
        {lineStatuses.map((one) => {
          const count = statement.lines.find((row) => row.status === one)?.count ?? 0
          const label = `${statusTitles.bank_statement_line[one]}: ${count}`
          return (
            count > 0 && (
              <Chip key={one} label={label} isOn={status === one} press={() => show(one)} />
            )
          )
        })}
        {suggested.length > 1 && (
          <Button loading={confirm.busy} onClick={() => void confirm.run(suggested)}>
            Подтвердить все предложенные: {suggested.length}
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <p className={styles['empty']}>
          Новых строк в этой выписке нет: все они уже были в прежних.
        </p>
      ) : (
        <LineTable items={items} confirm={confirm} />
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

interface Confirm {
  busy: boolean
  run: (lines: readonly StatementLine[]) => Promise<void>
}

/** Asks once, with the sum, and confirms; what could not be confirmed any more is told. */
function useConfirm(): Confirm {
  const match = useSend(paymentStatement.matchLine)
  const run = async (lines: readonly StatementLine[]) => {
    const sum = lines.reduce((total, line) => total + line.amount_kop, 0)
    const yes = await ask.confirm({
      title: `Подтвердить: ${plural(lines.length, 'строка', 'строки', 'строк')}, ${money(sum)}?`,
      text: 'Выплаты станут оплаченными. Отменить это нельзя.',
      main: 'Подтвердить',
    })
    if (!yes) return
    const outcomes = await match.send({ body: { ids: lines.map(({ id }) => id) } })
    await refresh(CHANGED_CALLS)
    if (!outcomes) return
    const done = outcomes.filter(({ match_status: now }) => now === 'matched').length
    if (done > 0) toast.success(`Оплачено: ${plural(done, 'выплата', 'выплаты', 'выплат')}`)
    if (done < outcomes.length)
      toast.warning(
        outcomes.find(({ message }) => message)?.message ?? 'Часть строк противоречит выплатам',
      )
  }
  return { busy: match.sending, run }
}

function LineTable({ items, confirm }: { items: readonly StatementLine[]; confirm: Confirm }) {
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
            <LineRow key={line.id} line={line} confirm={confirm} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LineRow({ line, confirm }: { line: StatementLine; confirm: Confirm }) {
  const { payment: ours } = line
  const mayConfirm = line.match_status === 'suggested' || line.match_status === 'waiting'
  return (
    <tr>
      <td data-whole>
        <strong>{line.counterparty ?? '—'}</strong>
        <small>
          {day(line.booked_on)}
          {line.doc_number && `, № ${line.doc_number}`}
          {line.account && `, счёт ${line.account}`}
        </small>
        <small>{line.purpose}</small>
      </td>
      <td data-end data-label={line.direction === 'debit' ? 'Списано' : 'Поступило'}>
        {line.direction === 'debit' ? '−' : '+'}
        {money(line.amount_kop)}
      </td>
      <td data-whole>
        <StatusBadge kind="bank_statement_line" status={line.match_status} />
        <small>{line.why}</small>
        {mayConfirm && ours && (
          <Button size="compact-sm" loading={confirm.busy} onClick={() => void confirm.run([line])}>
            Подтвердить
          </Button>
        )}
      </td>
      <td data-whole>
        {ours ? (
          <>
            <Link to={`${paths.payments}?id=${ours.id}`}>{ours.supplier_name}</Link>
            <small>
              {ours.document_number === null
                ? 'без номера'
                : `№ ${ours.document_number} от ${day(ours.document_date)}`}
              {ours.account && `, счёт ${ours.account}`}
            </small>
            <StatusBadge kind="payment" status={ours.status} />
          </>
        ) : (
          '—'
        )}
      </td>
      <td data-end data-label="В выплате">
        {ours && money(ours.amount_kop)}
      </td>
    </tr>
  )
}
