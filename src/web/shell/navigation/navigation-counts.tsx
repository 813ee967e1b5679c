import { payment } from '#contract/payment/payment.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useHeldRights } from '../../api/use-may.ts'
import { useCall } from '../../api/use-call.ts'
import { count } from '../../ui/format.ts'
import styles from './navigation-pane.module.css'

/** Live changes update the counts at once; this interval makes up for lost changes. */
const EVERY_MS = 60_000
const TOTALS = ['totals' as const]

/** Vehicles on site, beside «Заезды». */
export function YardCount() {
  const query = { filter: { status: ['in' as const], limit: 1, with: TOTALS } }
  const { data } = useCall(visitCalls.getAll, { query }, { every: EVERY_MS, quiet: true })
  return <Count of={data} words="На площадке" tone="plain" />
}

/** Payments refused, returned or of unknown end, beside «Выплаты», for whoever has a part in them. */
export function AttentionCount() {
  const rights = useHeldRights()
  const when = [...(rights ?? [])].some((code) => /^(?:approval\.payment$|payment\.)/.test(code))
  const query = { filter: { attention: true, limit: 1, with: TOTALS } }
  const { data } = useCall(payment.getAll, { query }, { every: EVERY_MS, quiet: true, when })
  return <Count of={data} words="Требуют внимания" tone="alarm" />
}

interface CountProps {
  of: { total: number } | undefined
  words: string
  tone: 'plain' | 'alarm'
}

function Count({ of, words, tone }: CountProps) {
  if (!of || of.total === 0) return null
  return (
    <span className={styles['count']} data-tone={tone} title={`${words}: ${count(of.total)}`}>
      <span className="visually-hidden">{words}: </span>
      {of.total > MOST ? `${MOST}+` : of.total}
    </span>
  )
}

/** More would not fit the folded pane. */
const MOST = 99
