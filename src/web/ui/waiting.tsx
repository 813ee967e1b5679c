import styles from './waiting.module.css'

/** Shown only after 150 ms, so that a quick answer never flickers. */
export function Waiting() {
  return (
    <div className={styles['waiting']} role="status">
      <span className="visually-hidden">Загрузка</span>
      <div className={styles['bar']} />
      <div className={styles['bar']} />
      <div className={styles['bar']} />
    </div>
  )
}
