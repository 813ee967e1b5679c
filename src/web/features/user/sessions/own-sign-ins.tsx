import { signInWayTitles } from '#contract/user/people-labels.ts'
import { userSessions, type SignIn } from '#contract/user/user-sessions.ts'
import { useCall } from '#web/api/use-call.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { Section } from '../card/section.tsx'
import { describeAgent } from './agent-words.ts'
import rows from '../rows.module.css'
import styles from './sessions.module.css'

const OUTCOMES: Record<SignIn['outcome'], React.ReactNode> = {
  'signed-in': <Badge tone="green" label="Вход" icon="check" />,
  failed: <Badge tone="red" label="Неверный пароль" icon="cross" />,
  'wrong-code': <Badge tone="red" label="Неверный код" icon="cross" />,
  'wrong-key': <Badge tone="red" label="Ключ не принят" icon="cross" />,
}

/** The own sign-ins with wrong passwords among them, so that a person notices a stranger. */
export function OwnSignIns() {
  const read = useCall(userSessions.getSignIns, {}, { quiet: true })
  return (
    <Section read={read} empty="За последние 90 дней входов не было.">
      {(signIns) => (
        <>
          <div className={styles['history']} tabIndex={0} role="region" aria-label="Список входов">
            <table className={`${rows['table']} ${styles['sessions']} ${stacked['stacked']}`}>
              <thead>
                <tr>
                  <th scope="col">Когда</th>
                  <th scope="col">Чем кончилось</th>
                  <th scope="col">Способ</th>
                  <th scope="col">Устройство</th>
                  <th scope="col">Адрес</th>
                </tr>
              </thead>
              <tbody>
                {signIns.map(({ at, outcome, way, agent, address }) => (
                  <tr key={`${at} ${outcome}`}>
                    <th scope="row">{dateTime(at)}</th>
                    <td>{OUTCOMES[outcome]}</td>
                    <td data-label="Способ:">{way && signInWayTitles[way]}</td>
                    <td title={agent}>{describeAgent(agent)}</td>
                    <td data-label="Адрес:">{address}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {signIns.some(({ outcome }) => outcome !== 'signed-in') && (
            <p className={rows['hint']}>
              Не узнаёте попытку входа? Смените пароль и завершите другие сеансы.
            </p>
          )}
        </>
      )}
    </Section>
  )
}
