import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import type { LineCandidate } from '#contract/payment/statement.ts'
import { paths } from '#contract/screen-paths.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { day, money } from '#web/ui/format.ts'
import styles from './bank-files.module.css'

interface CandidateListProps {
  candidates: readonly LineCandidate[]
  /** What choosing one says. */
  verb: string
  busy: boolean
  choose: (candidate: LineCandidate) => void
}

/** Payments that money of a statement may be about, each with why, for a person to choose one. */
export function CandidateList({ candidates, verb, busy, choose }: CandidateListProps) {
  return (
    <ul className={styles['candidates']} aria-label="Подходящие выплаты">
      {candidates.map((one) => (
        <li key={one.id}>
          <span>
            <Link to={`${paths.payments}?id=${one.id}`}>{one.supplier_name}</Link>
            <small>
              {numberOf(one)} от {day(one.day)}, {money(one.amount_kop)}
            </small>
            <small>{one.reasons.join('; ')}</small>
            <StatusBadge kind="payment" status={one.status} />
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            aria-label={`${verb}: выплата ${numberOf(one)}`}
            onClick={() => choose(one)}
          >
            {verb}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const numberOf = ({ document_number: number }: LineCandidate) =>
  number === null ? 'без номера' : `№ ${number}`
