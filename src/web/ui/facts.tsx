import type { Fact } from './ask.ts'
import styles from './dialogs/dialogs.module.css'

/** Label and value in two columns: what a dialog or a card is about. */
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
