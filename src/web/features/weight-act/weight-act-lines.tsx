import { ActionIcon } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { Product } from '#contract/price/product.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { WeightActLine, WeightActWithLines } from '#contract/weight-act/weight-act-entities.ts'
import { roundingWords } from '#contract/weight-act/contamination-words.ts'
import type { DryRun } from '#web/api/use-dry-run.ts'
import { kg } from '#web/ui/format.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { DeductionsButton, DeductionsRow } from './deductions-row.tsx'
import { ShareWeight } from './share-weight.tsx'
import { withRest } from './unload-remainder.ts'
import { useOpenDeductions, type OpenDeductions } from './use-open-deductions.ts'
import { canLeave, productPath, without, withSplit, type Row } from './weight-act-rows.ts'
import { ContaminationInput } from './contamination-input.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from '../../ui/form/line-editor.module.css'

export type NamedProduct = Pick<Product, 'id' | 'name'>

interface LinesProps {
  rows: Row[]
  products: NamedProduct[]
  /** A product's usual contamination, basis points. */
  contaminationOf: (productId: string | null) => number
  preview: DryRun<WeightActWithLines>
  /** What is wrong, by the path in the body. */
  problems: Problems
  setRows: (rows: Row[]) => void
}

type Problems = Record<string, string | undefined>

/** Lines of a weight act: several products of one unload, what is deducted before contamination, and contamination. */
export function WeightActLines(props: LinesProps) {
  const { rows, preview, setRows } = props
  const open = useOpenDeductions(rows.map(keyOf))
  // Lines without a product are not sent, so the answer counts only the others.
  const sentAt = (place: number) => rows.slice(0, place).filter((row) => row.product_id).length
  const answerOf = (place: number) =>
    rows[place]?.product_id ? preview.answer?.lines[sentAt(place)] : undefined
  return (
    <div className={styles['gridPlace']} data-path="rows" data-label="Строки">
      <table
        className={`${styles['grid']} ${stacked['stacked']}`}
        data-stale={preview.stale || undefined}
      >
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
            <Line
              {...props}
              key={keyOf(row, place)}
              row={row}
              place={place}
              path={`lines.${sentAt(place)}`}
              figures={answerOf(place)}
              open={open}
              takeRest={() => setRows(withRest(rows, place, (at) => answerOf(at)?.phys_g))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const COLUMNS = 6

const keyOf = (row: Row, place: number) => `${row.transaction_id}-${row.drop_no}-${place}`

interface LineProps extends LinesProps {
  row: Row
  place: number
  path: string
  figures: WeightActLine | undefined
  open: OpenDeductions
  takeRest: () => void
}

function Line(props: LineProps) {
  const { row, rows, place, path, figures, problems, products, contaminationOf, open, setRows } =
    props
  const cuts = { line: keyOf(row, place), name: `строки ${place + 1}`, cuts: row, open }
  const change = (part: Partial<Row>) =>
    setRows(rows.map((other, at) => (at === place ? { ...other, ...part } : other)))
  const part = { row, place, path, problems, change }
  return (
    <>
      <tr data-line={cuts.line}>
        <td data-whole>
          {row.title}
          <small>{kg(row.drop_g)}</small>
        </td>
        <td className={styles['product']} data-whole>
          <SearchSelect
            aria-label={`Товар строки ${place + 1}`}
            placeholder="Выберите товар"
            data-path={productPath(place)}
            data-label={`Товар строки ${place + 1}`}
            error={problems[productPath(place)]}
            nothingFoundMessage="Не найдено"
            data={products.map(({ id, name: label }) => ({ value: id, label }))}
            value={row.product_id}
            onChange={(id) => change({ product_id: id, zasor_bp: contaminationOf(id) })}
          />
        </td>
        <td className={styles[canLeave(rows, place) ? 'zasor' : 'figure']} data-label="Физ. вес">
          <Phys
            {...part}
            shown={figures?.phys_g}
            only={!canLeave(rows, place)}
            takeRest={props.takeRest}
          />
        </td>
        <td className={styles['zasor']} data-label="Засор">
          <ContaminationInput
            row={row}
            name={cuts.name}
            path={path}
            problems={problems}
            change={change}
          />
          {figures && roundingWords(figures) && (
            <small>{`${kg(figures.zasor_g)}, ${roundingWords(figures)}`}</small>
          )}
        </td>
        <td className={styles['figure']} data-label="Нетто">
          {kg(figures?.net_g)}
        </td>
        <td className={styles['deeds']}>
          <DeductionsButton {...cuts} />
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
      <DeductionsRow
        {...cuts}
        span={COLUMNS}
        figures={figures}
        path={path}
        problems={problems}
        change={change}
      />
    </>
  )
}

interface PhysProps {
  row: Row
  place: number
  path: string
  problems: Problems
  change: (part: Partial<Row>) => void
  shown: number | undefined
  only: boolean
  takeRest: () => void
}

function Phys({ row, place, path, problems, shown, only, change, takeRest }: PhysProps) {
  if (only) return <span>{kg(shown ?? row.drop_g)}</span>
  return (
    <ShareWeight
      aria-label={`Вес строки ${place + 1}, кг`}
      placeholder={shown === undefined ? 'остаток' : formatKg(shown)}
      data-path={`${path}.phys_g`}
      data-label={`Вес строки ${place + 1}`}
      error={problems[`${path}.phys_g`]}
      value={row.phys_g}
      onChange={(phys_g) => change({ phys_g })}
      others="другие строки"
      takeRest={takeRest}
    />
  )
}
