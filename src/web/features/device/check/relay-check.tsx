import { Button } from '@mantine/core'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { device as calls } from '#contract/device/device.ts'
import type { RelayChannel } from '#contract/device/relay.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from '../device.module.css'

/** How often the outputs are looked at while they are tried, ms. */
const EVERY_MS = 1000

const OUTPUTS: { channel: RelayChannel; title: string; on: string; off: string }[] = [
  { channel: 'red', title: 'Красный', on: 'Горит', off: 'Не горит' },
  { channel: 'green', title: 'Зелёный', on: 'Горит', off: 'Не горит' },
  { channel: 'barrier', title: 'Шлагбаум', on: 'Открыт', off: 'Закрыт' },
]

/** Outputs of a relay board in their present state; each is switched by hand after a confirmation: a barrier may hurt people. */
export function RelayCheck({ companyId, deviceId }: { companyId: string; deviceId: string }) {
  const yard = useCall(
    calls.superGetYard,
    { query: { companyId } },
    { every: EVERY_MS, keepPrevious: true, quiet: true },
  )
  const set = useSend(calls.superSwitchRelay, { refreshes: [calls.superGetYard] })
  if (yard.error && !yard.data) return <p className={styles['trouble']}>{yard.error.message}</p>
  const board = yard.data?.devices.find(({ id }) => id === deviceId)
  if (!board) return <Waiting />
  const turn = async (channel: RelayChannel, on: boolean, title: string) => {
    const yes = await ask.confirm({
      title: `${title}: ${on ? 'включить' : 'выключить'}?`,
      text: 'Переключится настоящее устройство на площадке. Убедитесь, что рядом никого нет.',
      main: on ? 'Включить' : 'Выключить',
    })
    if (yes) await set.send({ body: { companyId, device_id: deviceId, channel, on } })
  }
  return (
    <div className={styles['part']}>
      {set.refusal && (
        <p role="alert" className={styles['trouble']}>
          {set.refusal.explanation}
        </p>
      )}
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Выход</th>
            <th scope="col">Канал</th>
            <th scope="col">Сейчас</th>
            <th scope="col" aria-label="Действия" />
          </tr>
        </thead>
        <tbody>
          {OUTPUTS.map((output) => (
            <Output key={output.channel} {...output} board={board} busy={set.sending} turn={turn} />
          ))}
        </tbody>
      </table>
      <p className={styles['quiet']}>
        {loopWords(board)} Команда держится минуту, потом светофором и шлагбаумом снова управляет
        пост.
      </p>
    </div>
  )
}

interface OutputProps {
  channel: RelayChannel
  title: string
  on: string
  off: string
  board: DeviceState
  busy: boolean
  turn: (channel: RelayChannel, on: boolean, title: string) => Promise<void>
}

function Output({ channel, title, on, off, board, busy, turn }: OutputProps) {
  const wire = (board.connection as Record<string, unknown> | null)?.[channel]
  const wired = wire !== undefined && wire !== null
  const state = board.relays?.[channel]
  return (
    <tr>
      <td>{title}</td>
      <td>{wired ? String(wire) : 'не подключён'}</td>
      <td>
        {wired && state === undefined && <Badge tone="gray" icon="question" label="Нет данных" />}
        {wired && state === true && <Badge tone="green" icon="check" label={on} />}
        {wired && state === false && <Badge tone="gray" icon="circle" label={off} />}
      </td>
      <td>
        <div className={styles['buttons']}>
          {wired && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                aria-label={`${title}: включить`}
                onClick={() => void turn(channel, true, title)}
              >
                Включить
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                aria-label={`${title}: выключить`}
                onClick={() => void turn(channel, false, title)}
              >
                Выключить
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  )
}

function loopWords({ relays }: DeviceState): string {
  if (!relays || relays.loop === null) return ''
  return relays.loop ? 'Петля под шлагбаумом: занята.' : 'Петля под шлагбаумом: свободна.'
}
