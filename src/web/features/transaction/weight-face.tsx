import type { Device } from '#contract/company-entities.ts'
import { formatKg } from '#contract/typed.ts'
import { Badge } from '#web/ui/status-badge.tsx'
import { kg } from '#web/ui/format.ts'
import { useLiveWeight } from './live-weight.ts'
import { stateOf } from './reading-words.ts'
import styles from './station.module.css'

interface WeightFaceProps {
  scale: Device | undefined
  /** The figure being recorded or just recorded, with what is said about it. */
  held: { grams: number; words: string; done: boolean } | undefined
}

/** The number that is read from three metres; an old one is never left standing. */
export function WeightFace({ scale, held }: WeightFaceProps) {
  const { reading, problem } = useLiveWeight()
  const state = stateOf(reading)
  const grams = reading?.weight_g ?? null
  const limits = scale && [
    scale.min_g !== null && `мин ${kg(scale.min_g)}`,
    scale.max_g !== null && `макс ${kg(scale.max_g)}`,
    scale.d_g !== null && `d ${kg(scale.d_g)}`,
  ]
  return (
    <section className={styles['face']} aria-label="Весы" data-tone={state.tone}>
      <p className={styles['number']} data-silent={grams === null || undefined}>
        <span data-testid="weight">{grams === null ? '— —' : formatKg(grams)}</span>
        <small>кг</small>
      </p>
      <p className={styles['state']}>
        <span className={styles['lamp']} data-tone={state.tone}>
          <span aria-hidden>{state.mark}</span> {state.word}
        </span>
        <span>
          {reading ? `ноль ${reading.zero ? '●' : '○'}` : problem || 'Нет связи с весами'}
        </span>
        <span className={styles['limits']}>{limits && limits.filter(Boolean).join(' · ')}</span>
      </p>
      <p className={styles['held']} role="status">
        {held ? (
          <Badge
            tone={held.done ? 'green' : 'blue'}
            icon={held.done ? 'check' : 'clock'}
            label={`${kg(held.grams)}: ${held.words}`}
          />
        ) : (
          '\u00a0'
        )}
      </p>
      <p className={styles['spoken']} aria-live="polite">
        {reading?.stable && grams !== null ? kg(grams) : ''}
      </p>
    </section>
  )
}
