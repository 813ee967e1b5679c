import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { bikProblem } from '#contract/requisites/bik.ts'
import { accountProblem } from '#contract/requisites/account.ts'
import { innProblem } from '#contract/requisites/inn.ts'
import {
  formatPhone,
  mobilePhoneProblem,
  normalizePhone,
  phoneProblem,
} from '#contract/requisites/phone.ts'
import { snilsProblem } from '#contract/requisites/snils.ts'
import type { FieldProps } from './field-props.ts'
import styles from './inputs.module.css'

interface Mask {
  /** The text that is shown during and after typing. */
  show: (bare: string) => string
  /** The value of the form: digits without the decoration of a paste. */
  bare: (text: string) => string
  /** The sentence shown once the field is left. */
  problem: (bare: string) => string | undefined
  mode: 'numeric' | 'tel' | 'text'
}

interface MaskedProps extends FieldProps<string> {
  mask: Mask
  beside?: ReactNode
}

// Messages that appear while a number is typed must not move the field away from under the pointer.
const BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Shows the masked form, gives the bare value; a problem is shown when the field is left. */
function MaskedField({ mask, beside, value, onChange, error, ...field }: MaskedProps) {
  const [left, setLeft] = useState(false)
  const bare = value ?? ''
  const own = left && bare !== '' ? mask.problem(bare) : undefined
  return (
    <TextInput
      {...field}
      inputMode={mask.mode}
      autoComplete="off"
      inputWrapperOrder={BELOW}
      value={mask.show(bare)}
      error={own ?? error}
      {...(beside && {
        rightSection: <span className={styles['beside']}>{beside}</span>,
        rightSectionWidth: 'auto',
        rightSectionProps: { style: { paddingInlineEnd: 8 } },
      })}
      onChange={(event) => {
        setLeft(false)
        onChange?.(mask.bare(event.currentTarget.value))
      }}
      onBlur={(event) => {
        setLeft(true)
        field.onBlur?.(event)
      }}
    />
  )
}

const digits = (max: number) => (text: string) => text.replaceAll(/\D/g, '').slice(0, max)
const groups = (size: number) => (bare: string) =>
  bare.replaceAll(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ')

/** 10 or 12 digits; the key is checked when the field is left. */
export function InnInput({ length, ...props }: FieldProps<string> & { length?: 10 | 12 }) {
  const mask: Mask = {
    show: (bare) => bare,
    bare: digits(length ?? 12),
    problem: (bare) => innProblem(bare, length),
    mode: 'numeric',
  }
  return <MaskedField {...props} mask={mask} />
}

const BIK: Mask = { show: (b) => b, bare: digits(9), problem: bikProblem, mode: 'numeric' }

/** Nine digits; `bank` is the name to show beside. */
export function BikInput({ bank, ...props }: FieldProps<string> & { bank?: ReactNode }) {
  return <MaskedField {...props} mask={BIK} {...(bank ? { beside: bank } : {})} />
}

/** A letter may be in place 6 (domain.md 8), so not digits alone. */
const ACCOUNT_CHARS = /[^0-9АВСЕНКМРТХ]/g

/** Twenty places in groups of four; the key needs the БИК of the same form. */
export function AccountInput({ bik, ...props }: FieldProps<string> & { bik?: string }) {
  const mask: Mask = {
    show: groups(4),
    bare: (text) => text.toUpperCase().replaceAll(ACCOUNT_CHARS, '').slice(0, 20),
    problem: (bare) => (bik ? accountProblem(bare, bik) : undefined),
    mode: 'numeric',
  }
  return <MaskedField {...props} mask={mask} />
}

const SNILS: Mask = {
  show: (bare) =>
    bare.replace(/^(\d{3})(\d{1,3})?(\d{1,3})?(\d{1,2})?$/, (_, a, b, c, d) =>
      [a, b && `-${b}`, c && `-${c}`, d && ` ${d}`].filter(Boolean).join(''),
    ),
  bare: digits(11),
  problem: snilsProblem,
  mode: 'numeric',
}

/** Eleven digits shown as 112-233-445 95. */
export function SnilsInput(props: FieldProps<string>) {
  return <MaskedField {...props} mask={SNILS} />
}

const PASSPORT: Mask = {
  show: (bare) => [bare.slice(0, 2), bare.slice(2, 4), bare.slice(4)].filter(Boolean).join(' '),
  bare: digits(10),
  problem: (bare) =>
    bare.length === 10
      ? undefined
      : 'Паспорт: 4 цифры серии и 6 цифр номера, например 45 09 123456',
  mode: 'numeric',
}

/** Series and number as ten digits in one field: `slice(0, 4)` and `slice(4)`. */
export function PassportInput(props: FieldProps<string>) {
  return <MaskedField {...props} mask={PASSPORT} />
}

/** Gives `+7…` as soon as the number is complete; until then the typed text. */
export function PhoneInput({
  value,
  onChange,
  error,
  mobile = false,
  ...field
}: FieldProps<string> & { mobile?: boolean }) {
  const [text, setText] = useState<string>()
  const [left, setLeft] = useState(false)
  const normalized = value ? normalizePhone(value) : undefined
  const problem = mobile ? mobilePhoneProblem : phoneProblem
  const own = left && value ? problem(value) : undefined
  return (
    <TextInput
      {...field}
      inputMode="tel"
      autoComplete="off"
      value={text ?? (normalized ? formatPhone(normalized) : (value ?? ''))}
      error={own ?? error}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        setLeft(false)
        onChange?.(normalizePhone(typed) ?? (typed.trim() === '' ? null : typed))
      }}
      onBlur={(event) => {
        setText(undefined)
        setLeft(true)
        field.onBlur?.(event)
      }}
    />
  )
}
