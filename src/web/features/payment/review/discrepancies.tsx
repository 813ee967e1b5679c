import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import { paymentStatement } from '#contract/payment/statement.ts'
import { paymentReview, type PaymentDiscrepancy } from '#contract/payment/review.ts'
import { useCall } from '#web/api/use-call.ts'
import { useHeldRights, useMaySend } from '#web/api/use-may.ts'
import { paths } from '#contract/screen-paths.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { dateTime, day, money, plural } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import wide from '#web/ui/layout/wide-table.module.css'
import styles from '../bank-files/bank-files.module.css'
import { CandidateList } from '../bank-files/candidate-list.tsx'
import { Pager } from '#web/ui/layout/pager.tsx'
import { Comparisons } from './comparisons.tsx'
import { adoptKnown, closeCase, decideHeld, isGuess, recordReturnOf } from './decisions.tsx'

const PAGE = 50

/** Where the bank and we disagree: the bank's line, our payment, and what a person made of it. */
export function Discrepancies() {
  const rights = useHeldRights()
  if (!rights) return <Waiting />
  if (!rights.has('payment.return'))
    return (
      <p className={styles['empty']}>
        Расхождения разбирает тот, у кого есть право «Возвраты и расхождения с банком».
      </p>
    )
  return <AllowedDiscrepancies />
}

function AllowedDiscrepancies() {
  const [isOpen, setIsOpen] = useState(true)
  const [offset, setOffset] = useState(0)
  const list = useCall(
    paymentReview.getDiscrepancies,
    { query: { filter: { is_open: isOpen, limit: PAGE, offset } } },
    { keepPrevious: true },
  )
  if (list.error) throw list.error
  if (!list.data) return <Waiting />
  const { items, total } = list.data
  const show = (open: boolean) => {
    setIsOpen(open)
    setOffset(0)
  }
  return (
    <div className={styles['stack']}>
      <div className={styles['buttons']} role="group" aria-label="Какие расхождения">
        {[true, false].map((open) => (
          <Button
            key={String(open)}
            size="compact-sm"
            variant={open === isOpen ? 'filled' : 'default'}
            aria-pressed={open === isOpen}
            onClick={() => show(open)}
          >
            {open ? 'Открытые' : 'Закрытые'}
          </Button>
        ))}
      </div>
      <Comparisons />
      {items.length === 0 ? (
        <p className={styles['empty']}>
          {isOpen ? <NothingOpen /> : 'Закрытых расхождений ещё нет.'}
        </p>
      ) : (
        <CaseTable items={items} />
      )}
      <Pager total={total} size={PAGE} offset={offset} go={setOffset} words={['Позже', 'Раньше']} />
    </div>
  )
}

/** No discrepancy is not yet an agreement: lines of statements may still wait for a person. */
function NothingOpen() {
  const rights = useHeldRights()
  const filter = { is_unsettled: true, limit: 1 }
  const waiting = useCall(
    paymentStatement.getStatements,
    { query: { filter } },
    { when: rights?.has('payment.statement') === true },
  )
  const statements = waiting.data?.total
  if (statements === undefined) return 'Открытых расхождений нет.'
  if (statements === 0) return 'Открытых расхождений нет: слова банка и наши выплаты сходятся.'
  return (
    <>
      Открытых расхождений нет, но{' '}
      <Link to={`${paths.payments}?tab=statements`}>
        {plural(statements, 'выписка ждёт', 'выписки ждут', 'выписок ждут')}
      </Link>{' '}
      вашего решения по строкам.
    </>
  )
}

function CaseTable({ items }: { items: readonly PaymentDiscrepancy[] }) {
  return (
    <div className={wide['scroll']} tabIndex={0} role="region" aria-label="Расхождения">
      <table className={`${wide['table']} ${stacked['stacked']}`}>
        <thead>
          <tr>
            <th scope="col">Что не сходится</th>
            <th scope="col">Банк</th>
            <th scope="col">Наша выплата</th>
            <th scope="col">Решение</th>
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.id}>
              <td data-whole>
                <strong>{one.title}</strong>
                <small>{one.advice}</small>
                <small>{dateTime(one.opened_at)}</small>
              </td>
              <td data-whole>
                <BankLine found={one} />
              </td>
              <td data-whole>
                <OurPayment found={one} />
              </td>
              <td data-whole>
                {one.closed_at ? (
                  <>
                    <Outcome found={one} />
                    <div>{one.resolution}</div>
                    <small>{peopleOf(one)}</small>
                    <small>{dateTime(one.closed_at)}</small>
                  </>
                ) : (
                  <CaseButtons found={one} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Both who closed it; of what was closed before the second was kept, the one who is known. */
const peopleOf = ({ closed_by_name: by, confirmed_by_name: approver }: PaymentDiscrepancy) =>
  approver === null ? by : `${by}, подтверждено: ${approver}`

/** What became of a debit or by the bank's letter, and the payment that stands for it. */
function Outcome({ found }: { found: PaymentDiscrepancy }) {
  const { outcome, paid_by: paidBy, paid_kop: kop, paid_count: times } = found
  if (outcome === null) return null
  if (outcome === 'not_paid') return <strong>Акты этим не оплачены</strong>
  if (outcome === 'not_executed') return <strong>Банк не исполнил</strong>
  return (
    <strong>
      {outcome === 'debit_pays'
        ? 'Списание оплатило акты'
        : `Банк выплатил ${money(kop)}${times === null ? '' : `, переводов: ${times}`}`}
      {paidBy && (
        <>
          : <Link to={`${paths.payments}?id=${paidBy}`}>выплата</Link>
        </>
      )}
    </strong>
  )
}

function BankLine({ found }: { found: PaymentDiscrepancy }) {
  const { line, told } = found
  if (!line)
    return (
      <>
        {found.payment ? 'Ответ банка на вопрос о выплате' : 'Сверка с банком'}
        {told && <small>{told}</small>}
      </>
    )
  return (
    <>
      <strong>
        {line.direction === 'debit' ? '−' : '+'}
        {money(line.amount_kop)}
      </strong>
      <small>
        {day(line.booked_on)}
        {line.doc_number && `, № ${line.doc_number}`}
        {line.counterparty && `, ${line.counterparty}`}
        {line.account && `, счёт ${line.account}`}
      </small>
      <small>{line.purpose}</small>
    </>
  )
}

function OurPayment({ found }: { found: PaymentDiscrepancy }) {
  const { payment: ours, candidates } = found
  const [busy, setBusy] = useState(false)
  if (!ours && candidates.length > 0 && found.closed_at === null)
    return (
      <CandidateList
        candidates={candidates}
        verb="Вернулась эта"
        busy={busy}
        choose={(one) => {
          setBusy(true)
          void recordReturnOf(found, one).finally(() => setBusy(false))
        }}
      />
    )
  if (!ours) return '—'
  return (
    <>
      <Link to={`${paths.payments}?id=${ours.id}`}>{ours.supplier_name}</Link>
      <small>
        {money(ours.amount_kop)}, {ours.method_label}
        {ours.document_number !== null && `, № ${ours.document_number}`}
      </small>
      <StatusBadge kind="payment" status={ours.status} />
      {ours.returned_kop > 0 && (
        <Badge tone="grape" label={`Вернулось ${money(ours.returned_kop)}`} icon="arrow" />
      )}
    </>
  )
}

function CaseButtons({ found }: { found: PaymentDiscrepancy }) {
  const [busy, setBusy] = useState(false)
  const mayResolve = useMaySend(paymentReview.resolveUnknown)
  const run = async (decide: (one: PaymentDiscrepancy) => Promise<void>) => {
    setBusy(true)
    await decide(found).finally(() => setBusy(false))
  }
  return (
    <span className={styles['decisions']}>
      {found.is_return && !isGuess(found) && (
        <Button size="compact-sm" loading={busy} onClick={() => void run(recordReturnOf)}>
          Подтвердить возврат
        </Button>
      )}
      {found.is_known && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void run(adoptKnown)}
        >
          Принять от банка…
        </Button>
      )}
      {found.by_letter && mayResolve && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void run(decideHeld)}
        >
          Решить с письмом…
        </Button>
      )}
      {!found.is_known && (!found.by_letter || found.payment?.status === 'paid') && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void run(closeCase)}
        >
          {found.may_pay ? 'Решить…' : isGuess(found) ? 'Это не возврат' : 'Закрыть словами'}
        </Button>
      )}
    </span>
  )
}
