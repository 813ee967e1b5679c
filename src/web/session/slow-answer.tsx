import { repeatQuestions, useConnection } from '../state/connection.ts'
import styles from './slow-answer.module.css'

/** A slow request is not cut off by a timeout: any screen shows that it is waiting, and reading can be retried. */
export function SlowAnswer() {
  const { server, agent, program } = useConnection((connection) => connection.silent)
  return (
    <div className={styles['place']} role="status">
      {server + agent + program > 0 && (
        <span className={styles['words']}>
          {server + program > 0 ? 'Сервер' : 'Компьютер у весов'} не отвечает. Ждём ответа.
          <button type="button" onClick={repeatQuestions}>
            Спросить ещё раз
          </button>
        </span>
      )}
    </div>
  )
}
