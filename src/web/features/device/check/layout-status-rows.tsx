import { Button, Select, TextInput } from '@mantine/core'
import { statusMeanings } from '#contract/scales/form/layout-status.ts'
import { IntInput } from '#web/ui/inputs/int-input.tsx'
import type { DeviceRecordForm } from '../driver-select.tsx'
import styles from '../device.module.css'

const AT = 'device.connection.settings.layout.status'
const MEANINGS = Object.entries(statusMeanings).map(([value, label]) => ({ value, label }))

interface Row {
  at: number | null
  mask: string
  is: string
  means: string
}

/** What letters or bits of a frame mean, row by row: a value that no row names is no weight. */
export function LayoutStatusRows({ form }: { form: DeviceRecordForm }) {
  const { layout } = form.values.device.connection.settings as { layout: { status?: Row[] } }
  const rows = layout.status ?? []
  const last = rows.at(-1)
  const put = (next: Row[]) => form.kit.setFieldValue(AT, next)
  return (
    <div className={styles['part']} role="group" aria-label="Состояния индикатора">
      {rows.map((row, i) => (
        // Rows have no names of their own, and nothing but their fields.
        <div className={styles['statusRow']} key={i}>
          <IntInput label="Место" {...form.field(`${AT}.${i}.at`)} />
          <TextInput
            label="Биты"
            placeholder="весь знак"
            maxLength={2}
            {...form.field(`${AT}.${i}.mask`)}
          />
          <TextInput
            label="Значение"
            placeholder="S или 53"
            maxLength={2}
            {...form.field(`${AT}.${i}.is`)}
          />
          <Select
            label="Что значит"
            allowDeselect={false}
            data={MEANINGS}
            {...form.field(`${AT}.${i}.means`)}
          />
          <Button
            variant="default"
            aria-label={`Убрать состояние ${i + 1}: ${row.is}`}
            onClick={() => put(rows.filter((_, at) => at !== i))}
          >
            Убрать
          </Button>
        </div>
      ))}
      <div className={styles['row']}>
        <Button
          variant="default"
          onClick={() =>
            put([
              ...rows,
              { at: last?.at ?? null, mask: last?.mask ?? '', is: '', means: 'nothing' },
            ])
          }
        >
          Добавить состояние
        </Button>
        <span className={styles['quiet']}>
          Буква или байт кадра и что они значат. Биты называют маской: 08 — четвёртый справа. Кадр с
          состоянием, которого здесь нет, весом не считается.
        </span>
      </div>
    </div>
  )
}
