import { askNow } from '../state/until-answered.ts'
import { repeatQuestions, useConnection, waitingWords } from '../state/connection.ts'
import { useSession } from './session.ts'
import styles from './slow-answer.module.css'

/**
 * A slow request is not cut off by a timeout, and a refused read is sent again: any screen shows what it is waiting for, and both can
 * be asked at once. A shift without a server (screens.md 13.4) says so itself.
 */
export function SlowAnswer() {
  const { silent, waiting } = useConnection()
  const isOffline = useSession(({ offlineAt }) => offlineAt !== null)
  const { server, agent, program } = silent
  const refused = isOffline ? undefined : waitingWords(waiting)
  const asked = server + program > 0 ? 'Сервер' : 'Компьютер у весов'
  const words =
    refused ?? (server + agent + program > 0 ? `${asked} не отвечает. Ждём ответа.` : undefined)
  return (
    <div className={styles['place']} role="status">
      {words && (
        <span className={styles['words']}>
          {words}
          <button type="button" onClick={refused ? askNow : repeatQuestions}>
            {refused ? 'Попробовать сейчас' : 'Спросить ещё раз'}
          </button>
        </span>
      )}
    </div>
  )
}
