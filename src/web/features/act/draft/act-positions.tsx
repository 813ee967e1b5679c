import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { Split, X } from 'lucide-react'
import type { ActPosition } from '#contract/act/act-entities.ts'
import { askedFields } from '#contract/act/position-fields.ts'
import type { Product } from '#contract/price/product.ts'
import { kg, money } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { DeductionsButton, DeductionsRow } from '../../weight-act/deductions-row.tsx'
import { isShared, withRest } from '../../weight-act/unload-remainder.ts'
import { useOpenDeductions, type OpenDeductions } from '../../weight-act/use-open-deductions.ts'
import {
  AskedCell,
  PriceCell,
  WeightCell,
  ContaminationCell,
  type Problems,
} from './position-cells.tsx'
import type { MissingPosition } from './missing-positions.ts'
import { pathOf, pieceRow, readyRows, withoutRow, type ActRow } from './act-values.ts'
import { rowPath } from './unready-rows.ts'
import { useAddedPositions } from './use-added-positions.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from '../../../ui/form/line-editor.module.css'

interface ActPositionsProps {
  rows: ActRow[]
  products: Product[]
  /** Weighed products that no position buys. */
  missing: MissingPosition[]
  /** The server's figures by the row's key. */
  computed: Map<string, ActPosition>
  stale: boolean
  /** What is wrong, by the path in the body. */
  problems: Problems
  /** The first position without a product takes the focus. */
  focus: boolean
  setRows: (rows: ActRow[]) => void
}

/** The grid of what is bought; weights and sums come from the server and are dimmed while it recalculates. */
export function ActPositions(props: ActPositionsProps) {
  const { rows, missing, computed, stale, focus, setRows } = props
  const keyOf = useHotkeyNames()
  const open = useOpenDeductions(
    rows.filter(({ source }) => source === 'visit').map(({ key }) => key),
  )
  const change = (key: string, part: Partial<ActRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const { addMissing, split } = useAddedPositions(props)
  return (
    <Panel
      title="Позиции"
      actions={
        <Button variant="subtle" onClick={() => setRows([...rows, pieceRow()])}>
          Добавить поштучно
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className={styles['hint']}>Отметьте взвешивания: их выгрузки станут позициями акта.</p>
      ) : (
        <div className={styles['gridPlace']} data-path="rows" data-label="Позиции">
          <table
            className={`${styles['grid']} ${stacked['stacked']}`}
            data-stale={stale || undefined}
          >
            <thead>
              <tr>
                <th scope="col">Товар</th>
                <th scope="col" data-end>
                  Вес, кг
                </th>
                <th scope="col" data-end>
                  Засор
                </th>
                <th scope="col" data-end>
                  Нетто
                </th>
                <th scope="col" data-end>
                  Цена, ₽
                </th>
                <th scope="col" data-end>
                  Сумма
                </th>
                <th aria-label="Действия" />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <Position
                  {...props}
                  key={row.key}
                  row={row}
                  number={place + 1}
                  figures={computed.get(row.key)}
                  focus={focus && row === rows.find(({ product_id }) => !product_id)}
                  open={open}
                  change={(part) => change(row.key, part)}
                  split={() => split(row)}
                  takeRest={() =>
                    setRows(withRest(rows, place, (at) => computed.get(rows[at]!.key)?.phys_g))
                  }
                />
              ))}
              {missing.map((one) => (
                <tr key={one.key} className={styles['leftOut']}>
                  <td colSpan={COLUMNS - 1} role="status">
                    {one.words}
                  </td>
                  <td className={styles['deeds']}>
                    <Button
                      variant="default"
                      title={`${keyOf('missing')}: добавить все`}
                      onClick={() => addMissing([one])}
                    >
                      Добавить
                      <VisuallyHidden> позицию: {one.words}</VisuallyHidden>
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

interface PositionProps extends ActPositionsProps {
  row: ActRow
  number: number
  figures: ActPosition | undefined
  open: OpenDeductions
  change: (part: Partial<ActRow>) => void
  split: () => void
  takeRest: () => void
}

type Field = (typeof askedFields)[number]

/** A stored value stays readable when its product is not asked for it any more. */
const isAsked = (field: Field, row: ActRow, products: readonly Product[]) =>
  row[field.name] !== null ||
  products.some(({ id, [field.flag]: ask }) => ask && id === row.product_id)

// One more than the headings: the column of buttons.
const COLUMNS = 7

function Position(props: PositionProps) {
  const { row, rows, number, products, problems, figures, open, change } = props
  const keyOf = useHotkeyNames()
  const piece = row.source === 'piece'
  const fitting = products.filter(({ measure }) => (measure === 'piece') === piece)
  const options = fitting.map(({ id, name: label }) => ({ value: id, label }))
  // A product that was bought before it was archived stays readable.
  if (row.product_id && !fitting.some(({ id }) => id === row.product_id) && row.product_name)
    options.push({ value: row.product_id, label: row.product_name })
  const choose = (id: string | null) => {
    const product = products.find((one) => one.id === id)
    change({ product_id: id, ...(product && !piece && { zasor_bp: product.default_zasor_bp }) })
  }
  const cuts = { line: row.key, name: `позиции ${number}`, cuts: row, open }
  const line = pathOf(rows, row)
  const position = `positions.${readyRows(rows).indexOf(row)}`
  const cell = { row, number, figures, problems, line, change }
  return (
    <>
      <tr data-line={row.key}>
        <td className={styles['product']} data-whole>
          {row.source === 'line' ? (
            row.product_name
          ) : (
            <SearchSelect
              aria-label={`Товар позиции ${number}`}
              placeholder="Выберите товар"
              data-path={rowPath(number - 1, 'product_id')}
              data-label={`Товар позиции ${number}`}
              error={problems[rowPath(number - 1, 'product_id')]}
              data-autofocus={props.focus || undefined}
              title={products.find(({ id }) => id === row.product_id)?.name}
              comboboxProps={{ width: 340, position: 'bottom-start' }}
              nothingFoundMessage="Не найдено"
              data={options}
              value={row.product_id}
              onChange={choose}
            />
          )}
          <small>
            {number}. {row.title}
          </small>
          {askedFields
            .filter((field) => isAsked(field, row, products))
            .map((field) => (
              <AskedCell key={field.name} {...cell} field={field} path={position} />
            ))}
        </td>
        <td className={styles['weight']} data-label="Вес, кг">
          <WeightCell {...cell} shared={isShared(rows, row)} takeRest={props.takeRest} />
        </td>
        <td className={styles['zasor']} data-label="Засор">
          {!piece && <ContaminationCell {...cell} />}
        </td>
        <td className={styles['figure']} data-label="Нетто">
          {piece ? '—' : kg(figures?.net_g)}
        </td>
        <td className={styles['price']} data-label="Цена, ₽">
          <PriceCell {...cell} path={position} />
        </td>
        <td className={styles['figure']} data-label="Сумма">
          <strong>{money(figures?.amount_kop)}</strong>
        </td>
        <td className={styles['deeds']}>
          {row.source === 'visit' && (
            <>
              <DeductionsButton {...cuts} />
              <ActionIcon
                variant="subtle"
                aria-label={`Разделить позицию ${number}`}
                title={`${keyOf('create')}: второй товар той же выгрузки`}
                onClick={props.split}
              >
                <Split size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            variant="subtle"
            aria-label={`Убрать позицию ${number}`}
            title="Убрать позицию"
            onClick={() => props.setRows(withoutRow(rows, row))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      {row.source === 'visit' && (
        <DeductionsRow
          {...cuts}
          span={COLUMNS}
          figures={figures}
          path={line}
          problems={problems}
          change={change}
        />
      )}
    </>
  )
}
