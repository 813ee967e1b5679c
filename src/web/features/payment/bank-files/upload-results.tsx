import { Link } from '#web/router/link.tsx'
import type { ImportedFile, ImportedReport, ReportCounts } from '#contract/payment/statement.ts'
import { paths } from '#contract/screen-paths.ts'
import { dateTime, plural } from '#web/ui/format.ts'
import styles from './bank-files.module.css'

/** Answers of banks and what they moved; statements that brought nothing, and why. */
export function Results({ results }: { results: readonly ImportedFile[] }) {
  const told = results.filter(({ statement, repeated }) => !statement || repeated)
  if (told.length === 0) return null
  return (
    <div role="status">
      <ul className={styles['results']}>
        {told.map((one, place) => (
          // Names may repeat; the list of one upload keeps its order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} data-tone={one.code ? 'red' : undefined}>
            <strong>{one.file_name}</strong> <Outcome file={one} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Outcome({ file }: { file: ImportedFile }) {
  const { statement, report, repeated, message } = file
  const taken = statement ?? report
  if (!taken) return message
  if (repeated) return `уже загружен ${dateTime(taken.created_at)}: ничего не изменилось`
  return report?.counts ? <ReportOutcome report={report} counts={report.counts} /> : null
}

/** In the order in which a person must know them. */
const COUNTS: readonly (readonly [key: keyof ReportCounts, label: string])[] = [
  ['accepted', 'исполняются'],
  ['rejected', 'отклонены'],
  ['cancelled', 'отменены банком'],
  ['same', 'без изменений'],
  ['unlisted', 'состояние неизвестно'],
  ['contradicts', 'противоречат'],
  ['unknown', 'не из этого реестра'],
]

function ReportOutcome({ report, counts }: { report: ImportedReport; counts: ReportCounts }) {
  const parts = COUNTS.filter(([key]) => counts[key] > 0)
  const total = parts.reduce((sum, [key]) => sum + counts[key], 0)
  return (
    <>
      ответ банка по реестру{' '}
      <Link to={`${paths.payments}?registry=${report.registry_id}`}>{report.registry_number}</Link>
      {`, ${plural(total, 'поручение', 'поручения', 'поручений')}: `}
      {parts.map(([key, label]) => `${label} ${counts[key]}`).join(', ')}
      {counts.accepted > 0 && '. Оплаченными выплаты сделает выписка'}
      {counts.unlisted + counts.contradicts > 0 && (
        <>
          {'. '}
          <Link to={`${paths.payments}?tab=discrepancies`}>Сверьте расхождения</Link>
        </>
      )}
    </>
  )
}
