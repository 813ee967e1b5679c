import { Button } from '@mantine/core'
import { PercentInput, WeightInput } from '#web/ui/inputs/amount-input.tsx'
import styles from './line-fields.module.css'

interface ContaminationFields {
  zasor_mode: 'percent' | 'weight'
  zasor_bp: number | null
  zasor_g: number | null
}

interface ContaminationInputProps {
  row: ContaminationFields
  /** «строки 2» or «позиции 2», as the field is read aloud. */
  name: string
  /** Path of the line in the body, at which the server names what it refuses. */
  path: string
  problems: Record<string, string | undefined>
  change: (part: Partial<ContaminationFields>) => void
}

/** Contamination by percent or by kilograms, and the button that changes between them. */
export function ContaminationInput({ row, name, path, problems, change }: ContaminationInputProps) {
  const byPercent = row.zasor_mode === 'percent'
  const [Input, key, unit] = byPercent
    ? ([PercentInput, 'zasor_bp', '%'] as const)
    : ([WeightInput, 'zasor_g', 'кг'] as const)
  return (
    <div className={styles['zasor']}>
      <Input
        key={key}
        aria-label={`Засор ${name}, ${unit}`}
        data-path={`${path}.${key}`}
        data-label={`Засор ${name}`}
        value={row[key]}
        error={problems[`${path}.${key}`]}
        onChange={(value) => change({ [key]: value })}
      />
      <Button
        variant="default"
        title={byPercent ? 'Засор в процентах; нажмите для килограммов' : 'Засор в килограммах'}
        aria-label={`Засор ${name}: перейти на ${byPercent ? 'килограммы' : 'проценты'}`}
        onClick={() => change({ zasor_mode: byPercent ? 'weight' : 'percent' })}
      >
        {unit}
      </Button>
    </div>
  )
}
