import { Button } from '@mantine/core'
import type { Site } from '#contract/company/company-entities.ts'
import { device } from '#contract/device/device.ts'
import { useSend } from '#web/api/use-send.ts'
import { isSuper, useStore } from '#web/state/store.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { dateTime, time } from '#web/ui/format.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import styles from './device.module.css'

interface AgentPartProps {
  companyId: string
  site: Site
}

/** The program beside the scales: its link, and for SUPERVISOR the way to connect and to revoke it. */
export function AgentPart({ companyId, site }: AgentPartProps) {
  const supervisor = useStore(isSuper)
  const refreshes = [device.superGetYard]
  const create = useSend(device.superCreateAgentCode)
  const revoke = useSend(device.superRevokeAgent, { refreshes })
  const { agent } = site
  const connect = async () => {
    const made = await create.send({ body: { companyId, site_id: site.id } })
    if (made)
      await openDialog({ title: 'Подключение агента', width: 640 }, () => (
        <AgentCode {...made} replaces={agent !== null} />
      ))
  }
  const end = async () => {
    const yes = await ask.confirm({
      title: 'Отозвать агента?',
      text: 'Связь с площадкой прервётся сразу, и этот компьютер больше не подключится. Чтобы вернуть связь, понадобится новый код.',
      main: 'Отозвать',
      danger: true,
      facts: [{ label: 'Площадка', value: site.name }],
    })
    if (yes && agent) await revoke.send({ body: { companyId, agent_id: agent.id } })
  }
  return (
    <div className={styles['row']}>
      <AgentWords agent={agent} />
      {supervisor ? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            loading={create.sending}
            onClick={() => void connect()}
          >
            {agent ? 'Заменить агента' : 'Подключить агента'}
          </Button>
          {agent && (
            <Button
              size="compact-sm"
              variant="default"
              loading={revoke.sending}
              onClick={() => void end()}
            >
              Отозвать агента
            </Button>
          )}
        </>
      ) : (
        !agent && (
          <span className={styles['quiet']}>Код подключения выдаёт администратор платформы.</span>
        )
      )}
    </div>
  )
}

/** The release that its program waits for or gave up, and what is to be done about it. */
function UpdateWords({ update }: { update: NonNullable<Site['agent']>['update'] }) {
  const { state, release, detail } = update
  const isWrong = state === 'refused' || state === 'returned'
  const words = state === 'downloading' ? `скачивает обновление ${release}` : detail
  return (
    <>
      {isWrong && <Badge tone="red" label="Обновление не принято" icon="cross" />}
      {words !== '' && <span className={styles['quiet']}>{words}</span>}
    </>
  )
}

function AgentWords({ agent }: { agent: Site['agent'] }) {
  if (!agent) return <Badge tone="gray" label="Агент не подключён" icon="stop" />
  const version = (
    <>
      <span className={styles['quiet']}>версия {agent.version}</span>
      <UpdateWords update={agent.update} />
    </>
  )
  if (agent.status === 'online')
    return (
      <>
        <Badge tone="green" label="Агент на связи" icon="check" />
        {version}
      </>
    )
  return (
    <>
      <Badge tone="red" label="Агент не на связи" icon="cross" />
      {agent.last_seen_at && (
        <span className={styles['quiet']}>был на связи {dateTime(agent.last_seen_at)}</span>
      )}
      {version}
    </>
  )
}

interface AgentCodeProps {
  code: string
  expires_at: string
  /** There is an agent that the new one ends. */
  replaces: boolean
}

/** The code is shown only this once and is stored nowhere else. */
function AgentCode({ code, expires_at, replaces }: AgentCodeProps) {
  return (
    <div className={styles['part']}>
      <p className={styles['code']} data-testid="agent-code">
        {code}
      </p>
      <p className={styles['quiet']}>
        Действует до {time(expires_at)}, один раз. После закрытия окна код больше не показать.
      </p>
      <p className={styles['quiet']}>На компьютере у весов выполните:</p>
      <pre className={styles['command']}>
        {`npm run agent -- enrol ${location.origin} ${code}\nnpm run agent`}
      </pre>
      {replaces && <p className={styles['quiet']}>Прежний агент этой площадки будет отключён.</p>}
    </div>
  )
}
