import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { Reading } from '#contract/device/reading.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { device } from '#contract/device/device.ts'
import { refresh } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { useLiveWeight } from './live-weight.ts'
import styles from './capture.module.css'
import frame from '../station.module.css'

interface RelayPartProps {
  relay: DeviceState | undefined
  post: number
}

/** Lamp and barrier of a post by hand; the agent never closes the barrier over a vehicle (devices.md 8). */
export function RelayPart({ relay, post }: RelayPartProps) {
  useRelaysOfLoad()
  const set = useSend(device.setRelay, { refreshes: [device.getAll] })
  if (!relay || relay.status === 'disabled') return null
  const state = relay.relays
  const turn = (channel: 'red' | 'green' | 'barrier', on: boolean) =>
    void set.send({ body: { post, channel, on } })
  return (
    <section className={frame['relays']} aria-label="Светофор и шлагбаум">
      <span>
        <Lamp state={state} />
        <Button
          variant="default"
          disabled={set.sending}
          data-once
          onClick={() => (state?.green ? turn('red', true) : turn('green', true))}
        >
          {state?.green ? 'Дать красный' : 'Дать зелёный'}
        </Button>
      </span>
      <span>
        <Badge
          tone={state?.barrier ? 'green' : 'gray'}
          icon={state?.barrier ? 'arrow' : 'stop'}
          label={barrierWords(state)}
        />
        <Button
          variant="default"
          disabled={set.sending}
          data-once
          onClick={() => turn('barrier', !state?.barrier)}
        >
          {state?.barrier ? 'Закрыть' : 'Открыть'}
        </Button>
      </span>
      {set.refusal && (
        <span role="status" className={styles['why']} data-bad>
          {set.refusal.explanation}
        </span>
      )}
    </section>
  )
}

// The agent turns them within a second of what it sees; a slow board takes longer.
const TURNED_MS = [700, 2500]

/** Lamp and barrier follow the load automatically, and the list of devices is read too seldom to show it. */
function useRelaysOfLoad() {
  useEffect(() => {
    let known = ''
    let timers: ReturnType<typeof setTimeout>[] = []
    const leave = useLiveWeight.subscribe(({ reading }) => {
      const now = standingOf(reading)
      if (now === known) return
      known = now
      timers.forEach(clearTimeout)
      timers = TURNED_MS.map((ms) => setTimeout(() => void refresh([device.getAll]), ms))
    })
    return () => {
      leave()
      timers.forEach(clearTimeout)
    }
  }, [])
}

/** The facts that make the agent switch the relays: the load, an empty scale, and whether the load is weighed. */
function standingOf(reading: Reading | undefined): string {
  if (!reading) return 'silent'
  const weighed = reading.blockers.includes('weighing.same-load')
  return `${reading.episode_id} ${reading.zero} ${weighed}`
}

function Lamp({ state }: { state: DeviceState['relays'] }) {
  if (!state) return <Badge tone="gray" icon="question" label="Светофор: нет данных" />
  if (state.green) return <Badge tone="green" icon="check" label="Светофор: зелёный" />
  if (state.red) return <Badge tone="red" icon="stop" label="Светофор: красный" />
  return <Badge tone="gray" icon="circle" label="Светофор погашен" />
}

function barrierWords(state: DeviceState['relays']): string {
  if (!state) return 'Шлагбаум: нет данных'
  return state.barrier ? 'Шлагбаум открыт' : 'Шлагбаум закрыт'
}
