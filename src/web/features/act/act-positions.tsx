import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Split, X } from 'lucide-react'
import type { ActPosition } from '#contract/act-entities.ts'
import type { Product } from '#contract/product.ts'
import { formatKg, formatMoney } from '#contract/typed.ts'
import { kg, money } from '#web/ui/format.ts'
import { MoneyInput, PercentInput, WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Badge } from '#web/ui/status-badge.tsx'
import { Panel } from '#web/ui/tile.tsx'
import { pieceRow, splitRow, withoutRow, type ActRow } from './act-values.ts'
import styles from './act-form.module.css'

interface ActPositionsProps {
  rows: ActRow[]
  products: Product[]
  /** The server's figures by the row's key. */
  computed: Map<string, ActPosition>
  stale: boolean
  /** The first position without a product takes the focus. */
  focus: boolean
  setRows: (rows: ActRow[]) => void
}

/** The grid of what is bought; weights and sums are the server's, dimmed while it counts anew. */
export function ActPositions({
  rows,
  products,
  computed,
  stale,
  focus,
  setRows,
}: ActPositionsProps) {
  const change = (key: string, part: Partial<ActRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const split = (row: ActRow) => setRows(rows.flatMap((r) => (r === row ? [r, splitRow(r)] : [r])))
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
          <table className={styles['grid']} data-stale={stale || undefined}>
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
                  key={row.key}
                  row={row}
                  number={place + 1}
                  products={products}
                  figures={computed.get(row.key)}
                  focus={focus && row === rows.find(({ product_id }) => !product_id)}
                  change={(part) => change(row.key, part)}
                  split={() => split(row)}
                  remove={() => setRows(withoutRow(rows, row))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

interface PositionProps {
  row: ActRow
  number: number
  products: Product[]
  figures: ActPosition | undefined
  focus: boolean
  change: (part: Partial<ActRow>) => void
  split: () => void
  remove: () => void
}

function Position(props: PositionProps) {
  const { row, number, products, figures, change } = props
  const piece = row.source === 'piece'
  const fitting = products.filter(({ measure }) => (measure === 'piece') === piece)
  const choose = (id: string | null) => {
    const product = products.find((one) => one.id === id)
    change({ product_id: id, ...(product && !piece && { zasor_bp: product.default_zasor_bp }) })
  }
  return (
    <tr>
      <td className={styles['product']}>
        {row.source === 'line' ? (
          row.product_name
        ) : (
          <SearchSelect
            aria-label={`Товар позиции ${number}`}
            placeholder="Выберите товар"
            data-autofocus={props.focus || undefined}
            title={products.find(({ id }) => id === row.product_id)?.name}
            comboboxProps={{ width: 340, position: 'bottom-start' }}
            nothingFoundMessage="Не найдено"
            data={fitting.map(({ id, name }) => ({ value: id, label: name }))}
            value={row.product_id}
            onChange={choose}
          />
        )}
        <small>
          {number}. {row.title}
        </small>
      </td>
      <td className={styles['weight']}>
        <Weight {...props} />
      </td>
      <td className={styles['zasor']}>
        {!piece && <Zasor row={row} number={number} figures={figures} change={change} />}
      </td>
      <td className={styles['figure']}>{piece ? '—' : kg(figures?.net_g)}</td>
      <td className={styles['price']}>
        <Price row={row} number={number} figures={figures} change={change} />
      </td>
      <td className={styles['figure']}>
        <strong>{money(figures?.amount_kop)}</strong>
      </td>
      <td className={styles['deeds']}>
        {row.source === 'visit' && (
          <ActionIcon
            variant="subtle"
            aria-label={`Разделить позицию ${number}`}
            title="Разделить: второй товар той же выгрузки"
            onClick={props.split}
          >
            <Split size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" aria-label={`Убрать позицию ${number}`} onClick={props.remove}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}

function Weight({ row, number, figures, change }: PositionProps) {
  if (row.source === 'piece')
    return (
      <TextInput
        aria-label={`Штук в позиции ${number}`}
        inputMode="numeric"
        value={row.qty ?? ''}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6)
          change({ qty: digits ? Number(digits) : null })
        }}
      />
    )
  if (row.source === 'line') return kg(row.phys_g)
  return (
    <WeightInput
      aria-label={`Вес позиции ${number}`}
      placeholder={typeof figures?.phys_g === 'number' ? formatKg(figures.phys_g) : 'остаток'}
      value={row.phys_g}
      onChange={(phys_g) => change({ phys_g })}
    />
  )
}

type CellProps = Pick<PositionProps, 'row' | 'number' | 'figures' | 'change'>

function Zasor({ row, number, figures, change }: CellProps) {
  const percent = row.zasor_mode === 'percent'
  if (row.source === 'line') return kg(row.zasor_g)
  return (
    <>
      <span className={styles['pair']}>
        {percent ? (
          <PercentInput
            aria-label={`Засор позиции ${number}, %`}
            value={row.zasor_bp}
            onChange={(zasor_bp) => change({ zasor_bp })}
          />
        ) : (
          <WeightInput
            aria-label={`Засор позиции ${number}, кг`}
            value={row.zasor_g}
            onChange={(zasor_g) => change({ zasor_g })}
          />
        )}
        <Button
          variant="default"
          title={percent ? 'Засор в процентах; нажмите для килограммов' : 'Засор в килограммах'}
          aria-label={`Мера засора позиции ${number}: ${percent ? 'проценты' : 'килограммы'}`}
          onClick={() => change({ zasor_mode: percent ? 'weight' : 'percent' })}
        >
          {percent ? '%' : 'кг'}
        </Button>
      </span>
      {percent && <small>{kg(figures?.zasor_g)}</small>}
      {figures?.zasor_over && <Badge tone="orange" label="Сверх допуска" />}
    </>
  )
}

function Price({ row, number, figures, change }: CellProps) {
  const listed = figures?.base_price_kop ?? null
  const now = figures?.price_now_kop ?? null
  return (
    <>
      <MoneyInput
        aria-label={`Цена позиции ${number}`}
        placeholder={listed === null ? 'цены нет' : formatMoney(listed)}
        value={row.price_kop}
        onChange={(price_kop) => change({ price_kop, take_price: false })}
      />
      {row.price_kop !== null && row.price_kop !== listed && (
        <TextInput
          aria-label={`Причина цены позиции ${number}`}
          placeholder="Причина изменения"
          maxLength={500}
          value={row.override_reason}
          onChange={(event) => change({ override_reason: event.currentTarget.value })}
        />
      )}
      {now !== null && now !== figures?.price_kop && row.price_kop === null && (
        <button
          type="button"
          className={styles['newPrice']}
          onClick={() => change({ take_price: true })}
        >
          Взять новую: {money(now)}
        </button>
      )}
      {figures?.price_over && <Badge tone="orange" label="Сверх допуска" />}
    </>
  )
}
