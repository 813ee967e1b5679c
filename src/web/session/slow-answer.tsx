import { repeatQuestions, useConnection } from '../state/connection.ts'
import styles from './slow-answer.module.css'

/** A slow request is not cut off by a timeout: any screen shows that it is waiting, and reading can be retried. */
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
