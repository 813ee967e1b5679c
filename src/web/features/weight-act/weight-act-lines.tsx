import { ActionIcon, Button } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { Product } from '#contract/product.ts'
import { formatKg } from '#contract/typed.ts'
import type { WeightActWithLines } from '#contract/weight-act-entities.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { kg } from '#web/ui/format.ts'
import { PercentInput, WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { canLeave, without, withRest, withSplit, type Row } from './weight-act-rows.ts'
import styles from '../act/act-form.module.css'

interface LinesProps {
  rows: Row[]
  products: Product[]
  /** A product's usual contamination, basis points. */
  zasorOf: (productId: string | null) => number
  preview: DryRun<WeightActWithLines>
  setRows: (rows: Row[]) => void
}

/** Lines of a weight act: several products of one drop, contamination by percent or by kilograms. */
export function WeightActLines({ rows, products, zasorOf, preview, setRows }: LinesProps) {
  const change = (place: number, part: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === place ? { ...row, ...part } : row)))
  // Lines without a product are not sent, so the answer counts the others alone.
  const answerOf = (place: number) => {
    const sent = rows.slice(0, place).filter(({ product_id }) => product_id).length
    return rows[place]?.product_id ? preview.answer?.lines[sent] : undefined
  }
  return (
    <div className={styles['gridPlace']} data-path="rows" data-label="Строки">
      <table className={styles['grid']} data-stale={preview.stale || undefined}>
        <thead>
          <tr>
            <th scope="col">Выгрузка</th>
            <th scope="col">Товар</th>
            <th scope="col" data-end>
              Физ. вес
            </th>
            <th scope="col" data-end>
              Засор
            </th>
            <th scope="col" data-end>
              Нетто
            </th>
            <th scope="col" aria-label="Строка" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={`${row.transaction_id} ${row.drop_no} ${place}`}>
              <td>
                {row.title}
                <small>
                  {kg(row.drop_g)}
                  {row.pack_g > 0 && `, упаковка ${kg(row.pack_g)}`}
                </small>
              </td>
              <td className={styles['product']}>
                <SearchSelect
                  aria-label={`Товар строки ${place + 1}`}
                  placeholder="Выберите товар"
                  nothingFoundMessage="Не найдено"
                  data={products.map(({ id, name }) => ({ value: id, label: name }))}
                  value={row.product_id}
                  onChange={(id) => change(place, { product_id: id, zasor_bp: zasorOf(id) })}
                />
              </td>
              <td className={styles['zasor']}>
                <Phys
                  row={row}
                  place={place}
                  shown={answerOf(place)?.phys_g}
                  only={!canLeave(rows, place)}
                  change={(part) => change(place, part)}
                  takeRest={() => setRows(withRest(rows, place, (at) => answerOf(at)?.phys_g))}
                />
              </td>
              <td className={styles['zasor']}>
                <Zasor row={row} place={place} change={(part) => change(place, part)} />
              </td>
              <td className={styles['figure']}>{kg(answerOf(place)?.net_g)}</td>
              <td>
                <ActionIcon
                  variant="subtle"
                  aria-label={`Разделить строку ${place + 1}`}
                  title="Ещё товар из этой выгрузки"
                  onClick={() => setRows(withSplit(rows, place))}
                >
                  <Plus size={16} aria-hidden />
                </ActionIcon>
                {canLeave(rows, place) && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Убрать строку ${place + 1}`}
                    title="Убрать строку"
                    onClick={() => setRows(without(rows, place))}
                  >
                    <X size={16} aria-hidden />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PartProps {
  row: Row
  place: number
  change: (part: Partial<Row>) => void
}

interface PhysProps extends PartProps {
  shown: number | undefined
  only: boolean
  takeRest: () => void
}

function Phys({ row, place, shown, only, change, takeRest }: PhysProps) {
  if (only) return <span>{kg(shown ?? row.drop_g)}</span>
  return (
    <>
      <WeightInput
        aria-label={`Вес строки ${place + 1}, кг`}
        placeholder={shown === undefined ? 'остаток' : formatKg(shown)}
        value={row.phys_g}
        onChange={(phys_g) => change({ phys_g })}
      />
      {row.phys_g !== null && (
        <Button variant="subtle" title="Взять всё, что оставили другие строки" onClick={takeRest}>
          Остаток
        </Button>
      )}
    </>
  )
}

function Zasor({ row, place, change }: PartProps) {
  const byPercent = row.zasor_mode === 'percent'
  return (
    <div className={styles['zasorPart']}>
      {byPercent ? (
        <PercentInput
          aria-label={`Засор строки ${place + 1}, %`}
          value={row.zasor_bp}
          onChange={(zasor_bp) => change({ zasor_bp })}
        />
      ) : (
        <WeightInput
          aria-label={`Засор строки ${place + 1}, кг`}
          value={row.zasor_g}
          onChange={(zasor_g) => change({ zasor_g })}
        />
      )}
      <Button
        variant="default"
        title="Засор процентами или килограммами"
        aria-label={`Засор строки ${place + 1}: ${byPercent ? 'перейти на килограммы' : 'перейти на проценты'}`}
        onClick={() => change({ zasor_mode: byPercent ? 'weight' : 'percent' })}
      >
        {byPercent ? '%' : 'кг'}
      </Button>
    </div>
  )
}
