import { ActionIcon } from '@mantine/core'
import { Volume2, VolumeX } from 'lucide-react'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { useConnection } from '#web/state/connection.ts'
import { savePreferences, usePreferences } from '#web/state/preferences.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { kg } from '#web/ui/format.ts'
import { useLiveWeight } from './live-weight.ts'
import { loadOf, stateOf } from './reading-messages.ts'
import type { HeldWeight } from './capture-state.ts'
import captureStyles from './capture.module.css'
import frame from '../station.module.css'
import face from './weight-face.module.css'
import { useEffect } from 'react'
import { beep } from '#web/ui/feedback/beep.ts'

interface WeightFaceProps {
  scale: DeviceState | undefined
  /** The figure being recorded or just recorded, with what is said about it. */
  heldWeight: HeldWeight | undefined
  /** Why it was not recorded: shown here too, because a toast lasts only two seconds. */
  why?: string | undefined
  /** The weight is typed: what the scale shows is not what will be recorded. */
  manual?: boolean
}

const HELD_TEXTS = {
  sending: { tone: 'blue', icon: 'clock' },
  done: { tone: 'green', icon: 'check' },
  queued: { tone: 'orange', icon: 'clock' },
  failed: { tone: 'red', icon: 'cross' },
} as const

/** The number that is read from three metres; an outdated one is always removed. */
export function WeightFace({ scale, heldWeight, why, manual = false }: WeightFaceProps) {
  const { reading, problem } = useLiveWeight()
  const lost = useConnection((connection) => connection.state === 'lost')
  const state = stateOf(reading)
  const grams = reading?.weight_g ?? null
  // Without the server the state of the scale is unknown.
  const silence = lost ? 'Нет связи с сервером' : problem || 'Нет связи с весами'
  const limits = scale && [
    scale.min_g !== null && `мин ${kg(scale.min_g)}`,
    scale.max_g !== null && `макс ${kg(scale.max_g)}`,
    scale.d_g !== null && `d ${kg(scale.d_g)}`,
  ]
  return (
    <section
      className={face['face']}
      aria-label="Весы"
      data-tone={state.tone}
      data-manual={manual || undefined}
    >
      <p className={face['number']} data-silent={grams === null || undefined}>
        <span data-testid="weight">{grams === null ? '— —' : formatKg(grams)}</span>
        <small>кг</small>
      </p>
      <p className={face['state']}>
        <span className={face['lamp']} data-tone={state.tone}>
          <span aria-hidden>{state.mark}</span> {state.word}
        </span>
        <span>{reading ? loadOf(reading) : silence}</span>
        <SoundSwitch />
      </p>
      <div className={face['held']}>
        <span role="status">
          {heldWeight ? (
            <>
              <Badge
                {...HELD_TEXTS[heldWeight.state]}
                label={`${kg(heldWeight.grams)}: ${heldWeight.words}`}
              />
              {heldWeight.state === 'failed' && why && (
                <span className={captureStyles['why']}>{why}</span>
              )}
            </>
          ) : (
            manual && <Badge tone="orange" icon="question" label="Ручной ввод: вес не с весов" />
          )}
        </span>
        <span className={face['limits']}>{limits && limits.filter(Boolean).join(' · ')}</span>
      </div>
      <p className={frame['spoken']} aria-live="polite">
        {reading?.stable && grams !== null ? kg(grams) : ''}
      </p>
    </section>
  )
}

/** Beside the state, so that a disturbed operator finds it at once. */
function SoundSwitch() {
  const on = usePreferences((preferences) => preferences.sound ?? true)
  useStableSound(on)
  const label = on ? 'Звук при стабильном весе: включён' : 'Звук при стабильном весе: выключен'
  const Icon = on ? Volume2 : VolumeX
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={() => savePreferences({ sound: !on })}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

/** A short tone when a load that can be recorded has settled; silent while the browser allows no sound yet. */
function useStableSound(on: boolean) {
  useEffect(() => {
    if (!on) return undefined
    let told: string | null = null
    return useLiveWeight.subscribe(({ reading }) => {
      const settled = reading?.stable && reading.episode_id && reading.blockers.length === 0
      if (!settled || reading.episode_id === told) return
      told = reading.episode_id
      void beep()
    })
  }, [on])
}
