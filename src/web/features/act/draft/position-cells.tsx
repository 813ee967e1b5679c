import { TextInput } from '@mantine/core'
import type { ActPosition } from '#contract/act/act-entities.ts'
import type { askedFields } from '#contract/act/position-fields.ts'
import { formatKg, formatMoney } from '#contract/core/input-text.ts'
import { roundingWords } from '#contract/weight-act/contamination-words.ts'
import { kg, money } from '#web/ui/format.ts'
import { MoneyInput, PercentInput, WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { deductionsText } from '../../weight-act/line-deductions.ts'
import { ContaminationInput } from '../../weight-act/contamination-input.tsx'
import { ShareWeight } from '../../weight-act/share-weight.tsx'
import type { ActRow } from './act-values.ts'
import { rowPath } from './unready-rows.ts'
import styles from '../../../ui/form/line-editor.module.css'

export type Problems = Record<string, string | undefined>

interface CellProps {
  row: ActRow
  number: number
  figures: ActPosition | undefined
  /** What is wrong, by the path in the body. */
  problems: Problems
  /** Path of the row's weights there. */
  line: string
  change: (part: Partial<ActRow>) => void
}

/** Pieces, or the weight of a share of an unload; one of several shares may take the remainder. */
export function WeightCell(props: CellProps & { shared: boolean; takeRest: () => void }) {
  const { row, number, figures, problems, line, shared, change } = props
  if (row.source === 'piece')
    return (
      <TextInput
        aria-label={`Штук в позиции ${number}`}
        data-path={rowPath(number - 1, 'qty')}
        data-label={`Штук в позиции ${number}`}
        error={problems[rowPath(number - 1, 'qty')]}
        inputMode="numeric"
        value={row.qty ?? ''}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 6)
          change({ qty: digits ? Number(digits) : null })
        }}
      />
    )
  if (row.source === 'line')
    return (
      <>
        {kg(row.phys_g)}
        {figures && <small>{deductionsText(figures)}</small>}
      </>
    )
  const input = {
    'aria-label': `Вес позиции ${number}`,
    placeholder: typeof figures?.phys_g === 'number' ? formatKg(figures.phys_g) : 'остаток',
    'data-path': `${line}.phys_g`,
    'data-label': `Вес позиции ${number}`,
    error: problems[`${line}.phys_g`],
    value: row.phys_g,
    onChange: (phys_g: number | null) => change({ phys_g }),
  }
  return shared ? (
    <ShareWeight {...input} others="другие позиции" takeRest={props.takeRest} />
  ) : (
    <WeightInput {...input} />
  )
}

/** Contamination, as a share or in kilograms; the value of a weight act is changed in that act. */
export function ContaminationCell({ row, number, figures, problems, line, change }: CellProps) {
  if (row.source === 'line') return kg(row.zasor_g)
  return (
    <>
      <ContaminationInput
        row={row}
        name={`позиции ${number}`}
        path={line}
        problems={problems}
        change={change}
      />
      {row.zasor_mode === 'percent' && (
        <small>
          {[kg(figures?.zasor_g), figures && roundingWords(figures)].filter(Boolean).join(', ')}
        </small>
      )}
      {figures?.zasor_over && <Badge tone="orange" label="Сверх допуска" />}
    </>
  )
}

/** A plain field that the product asks for; below its name, since a narrow screen has no room for one more column. */
export function AskedCell(
  props: CellProps & { field: (typeof askedFields)[number]; path: string },
) {
  const { row, number, problems, field, path, change } = props
  const label = `${field.label} позиции ${number}`
  const at = `${path}.${field.name}`
  return (
    <PercentInput
      label={field.label}
      aria-label={label}
      data-path={at}
      data-label={label}
      error={problems[at]}
      value={row[field.name]}
      onChange={(value) => change({ [field.name]: value })}
    />
  )
}

/** The list's price unless another is typed, which needs a reason. */
export function PriceCell(props: CellProps & { path: string }) {
  const { row, number, figures, problems, path, change } = props
  const listed = figures?.base_price_kop ?? null
  const now = figures?.price_now_kop ?? null
  return (
    <>
      <MoneyInput
        aria-label={`Цена позиции ${number}`}
        // Before the server has answered it is unknown whether there is a price.
        placeholder={!figures ? '…' : listed === null ? 'цены нет' : formatMoney(listed)}
        data-path={`${path}.price_kop`}
        data-label={`Цена позиции ${number}`}
        error={problems[`${path}.price_kop`]}
        value={row.price_kop}
        onChange={(price_kop) => change({ price_kop, take_price: false })}
      />
      {row.price_kop !== null && row.price_kop !== listed && (
        <TextInput
          aria-label={`Причина цены позиции ${number}`}
          placeholder="Причина изменения"
          maxLength={500}
          data-path={`${path}.override_reason`}
          data-label={`Причина цены позиции ${number}`}
          error={problems[`${path}.override_reason`]}
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
      {figures?.reprice_reason && row.price_kop === null && (
        <small>Была {money(figures.previous_price_kop)}</small>
      )}
      {figures?.price_over && <Badge tone="orange" label="Сверх допуска" />}
    </>
  )
}
