import { TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import {
  formatKg,
  formatMoney,
  formatPercent,
  moneyProblem,
  pasteMoney,
  pastePercent,
  pasteWeight,
  percentProblem,
  weightProblem,
} from '#contract/core/input-text.ts'
import type { FieldProps } from './field-props.ts'
import styles from './inputs.module.css'

interface Amount {
  unit: string
  /** Px beside the number, where the unit is longer than two letters. */
  room?: number
  parse: (text: string) => number | undefined
  format: (value: number, gap?: string) => string
  problem: (text: string) => string | undefined
}

const MONEY: Amount = { unit: '₽', parse: pasteMoney, format: formatMoney, problem: moneyProblem }
const WEIGHT: Amount = { unit: 'кг', parse: pasteWeight, format: formatKg, problem: weightProblem }
const PERCENT: Amount = {
  unit: '%',
  parse: pastePercent,
  format: formatPercent,
  problem: percentProblem,
}
const DOSE_RATE: Amount = {
  unit: 'мкЗв/ч',
  room: 56,
  parse: pasteWeight,
  format: formatKg,
  problem: () => 'Показание пишется в микрозивертах в час, например 0,12',
}

export type AmountInputProps = FieldProps<number>

/** Kopecks; typed and pasted in roubles with point or comma, grouped on leaving. */
export function MoneyInput(props: AmountInputProps) {
  return <AmountInput {...props} amount={MONEY} />
}

/** Grams; typed in kilograms. */
export function WeightInput(props: AmountInputProps) {
  return <AmountInput {...props} amount={WEIGHT} />
}

/** Basis points; typed in percent. */
export function PercentInput(props: AmountInputProps) {
  return <AmountInput {...props} amount={PERCENT} />
}

/** Thousandths of a microsievert an hour. */
export function DoseRateInput(props: AmountInputProps) {
  return <AmountInput {...props} amount={DOSE_RATE} />
}

/**
 * Text in, integer out, by digits alone. An empty field gives null, a text that is no amount gives NaN, which no schema accepts:
 * text on the screen is never silently ignored.
 */
function AmountInput({
  amount,
  value,
  onChange,
  error,
  ...field
}: AmountInputProps & { amount: Amount }) {
  const [text, setText] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // From the focus until something is typed, the field is left or the pointer is up, which would put the cursor where the click was.
  const entered = useRef(false)
  const wrong = text !== undefined && Number.isNaN(value) ? amount.problem(text) : undefined
  const shown = text ?? (isAmount(value) ? amount.format(value) : '')
  // Another text in the field ends its selection: what is typed next must replace the amount and not lengthen it.
  useLayoutEffect(() => {
    if (entered.current && text !== undefined) input.current?.select()
  }, [text])
  const type = (next: string) => {
    entered.current = false
    setText(next)
    onChange?.(next.trim() === '' ? null : (amount.parse(next) ?? Number.NaN))
  }
  return (
    <TextInput
      {...field}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: styles['amount'] ?? '' }}
      rightSection={<span className={styles['unit']}>{amount.unit}</span>}
      {...(amount.room && { rightSectionWidth: amount.room, 'data-room': true })}
      rightSectionPointerEvents="none"
      value={shown}
      error={wrong && error ? wrong : error}
      data-fault={wrong}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => {
        entered.current = true
        if (isAmount(value)) setText(amount.format(value, ''))
        event.currentTarget.select()
        field.onFocus?.(event)
      }}
      // A second click puts the cursor into the amount.
      onMouseDown={(event) => {
        if (document.activeElement === event.currentTarget) entered.current = false
      }}
      onMouseUp={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        if (entered.current && selectionStart === selectionEnd) event.currentTarget.select()
        entered.current = false
      }}
      onBlur={(event) => {
        // Selecting would take the focus back.
        entered.current = false
        if (!Number.isNaN(value)) setText(undefined)
        field.onBlur?.(event)
      }}
    />
  )
}

function isAmount(value: number | null | undefined): value is number {
  return typeof value === 'number' && !Number.isNaN(value)
}
