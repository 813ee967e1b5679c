import { repeatQuestions, useConnection } from '../state/connection.ts'
import styles from './slow-answer.module.css'

/** No request is cut after a time: over any screen it is said that one waits, and reading may be tried anew. */
export function SlowAnswer() {
  const silent = useConnection((connection) => connection.silent > 0)
  return (
    <div className={styles['place']} role="status">
      {silent && (
        <span className={styles['words']}>
          Сервер не отвечает. Ждём ответа.
          <button type="button" onClick={repeatQuestions}>
            Спросить ещё раз
          </button>
        </span>
      )}
    </div>
  )
}
