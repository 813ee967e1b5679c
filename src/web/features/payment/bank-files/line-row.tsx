import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import type { LineCandidate, LineDecision, StatementLine } from '#contract/payment/statement.ts'
import { paths } from '#contract/screen-paths.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { day, money } from '#web/ui/format.ts'
import styles from './bank-files.module.css'
import { CandidateList } from './candidate-list.tsx'
import { Doubts } from './reservations.tsx'
import type { LineDecisions } from './use-line-decisions.ts'

const BUTTONS: Readonly<Record<Exclude<LineDecision, 'choose'>, string>> = {
  confirm: 'Подтвердить',
  report: 'Открыть расхождение',
}

/** A contradiction, or money that came and may be a return: two pages away it is decided. */
const isCase = ({ match_status: status, direction }: StatementLine) =>
  status === 'discrepancy' || (status === 'suggested' && direction === 'credit')

interface LineRowProps {
  line: StatementLine
  /** Payments that it may be, where a person chooses. */
  candidates: readonly LineCandidate[]
  decisions: LineDecisions
}

/** The bank's word at the left, our payment or those to choose from at the right. */
export function LineRow({ line, candidates, decisions }: LineRowProps) {
  const { payment: ours, decision } = line
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
        <Doubts doubts={line.doubts} />
        <span className={styles['buttons']}>
          {decision && decision !== 'choose' && (
            <Button
              size="compact-sm"
              variant={decision === 'report' ? 'default' : 'filled'}
              loading={decisions.busy}
              onClick={() => void decisions.confirm([line])}
            >
              {BUTTONS[decision]}
            </Button>
          )}
          {line.may_deny && (
            <Button
              size="compact-sm"
              variant="default"
              loading={decisions.busy}
              onClick={() => void decisions.deny(line)}
            >
              Это не она
            </Button>
          )}
          {isCase(line) && (
            <Link to={`${paths.payments}?tab=discrepancies`}>Решить в расхождениях</Link>
          )}
        </span>
      </td>
      {candidates.length > 0 ? (
        <td data-whole colSpan={2}>
          <CandidateList
            candidates={candidates}
            verb="Выбрать"
            busy={decisions.busy}
            choose={(one) => void decisions.choose(line, one)}
          />
        </td>
      ) : (
        <>
          <td data-whole>{ours ? <OurPayment ours={ours} /> : '—'}</td>
          <td data-end data-label="В выплате">
            {ours && money(ours.amount_kop)}
          </td>
        </>
      )}
    </tr>
  )
}

function OurPayment({ ours }: { ours: NonNullable<StatementLine['payment']> }) {
  return (
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
  )
}
