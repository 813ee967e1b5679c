import type { Fact } from '../dialogs/ask.ts'
import styles from '../dialogs/dialogs.module.css'

/** Label and value in two columns: the subject of a dialog or a card. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ label, value }) => (
        <FactRow key={label} label={label} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ label, value }: Fact) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** The same in one line, for the head of a dialog: few and short. */
export function FactsAcross({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles['across']}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
