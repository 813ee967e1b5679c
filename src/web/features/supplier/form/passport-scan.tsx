import { Button } from '@mantine/core'
import { useState } from 'react'
import { openMrzReading, type MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { supplierFields } from '#contract/supplier/supplier-record.ts'
import { day, today } from '#web/ui/format.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { usePassports, useScans } from '#web/ui/keyboard/scans.ts'
import { PassportButton } from '../../file/scanner/passport/passport-button.tsx'
import { countryOptions } from './countries.ts'
import { docTypeOptions, type SupplierValues } from './supplier-values.ts'
import styles from '../supplier.module.css'

interface Suggestion {
  readonly label: string
  /** As a person reads it. */
  readonly text: string
  readonly values: (now: SupplierValues) => Partial<SupplierValues>
}

/** The lines of a passport that a hand-held scanner or a camera read: each field is only suggested, since a scanner may take one sign for another. */
export function PassportScan({ form }: { form: RecordForm<SupplierValues> }) {
  const [reading] = useState(() => openMrzReading(today))
  const [left, setLeft] = useState<readonly Suggestion[]>([])
  useScans((text) => {
    const read = reading(text)
    if (typeof read === 'object') setLeft(suggestionsOf(read))
    return read !== undefined
  })
  usePassports((read) => setLeft(suggestionsOf(read)))
  if (left.length === 0) return <PassportButton />
  const take = (chosen: readonly Suggestion[]) => {
    let values = form.values
    for (const suggestion of chosen) values = { ...values, ...suggestion.values(values) }
    form.set(values)
    setLeft((all) => all.filter((one) => !chosen.includes(one)))
  }
  return (
    <section className={styles['scan']} aria-label="Прочитано сканером">
      <div role="status">
        <strong>Прочитано сканером.</strong> Сверьте с документом: у имён контрольных цифр нет.
      </div>
      <ul className={styles['plainList']}>
        {left.map((suggestion) => (
          <li key={suggestion.label}>
            <Button
              size="compact-sm"
              variant="light"
              aria-label={`Взять: ${suggestion.label}`}
              onClick={() => take([suggestion])}
            >
              Взять
            </Button>{' '}
            {suggestion.label}: <strong>{suggestion.text}</strong>
          </li>
        ))}
      </ul>
      <div>
        <Button size="compact-sm" onClick={() => take(left)}>
          Взять всё
        </Button>{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => setLeft([])}>
          Не брать
        </Button>
      </div>
    </section>
  )
}

/** A form with everything that was read. */
export function withPassport(values: SupplierValues, read: MachineReadable): SupplierValues {
  return suggestionsOf(read).reduce((now, one) => ({ ...now, ...one.values(now) }), values)
}

const PERSON = ['last_name', 'first_name', 'middle_name', 'birth_date', 'citizenship'] as const

/** The kind of document goes with each of its parts: other kinds have no such field. */
function suggestionsOf(read: MachineReadable): Suggestion[] {
  const { type, series = '', number, issued_at, dept_code, doc_expires_on } = read
  const ofDoc = (doc: Partial<SupplierValues['doc']>) => (now: SupplierValues) => ({
    doc: { ...now.doc, type, ...doc },
  })
  const kind = titleOf(docTypeOptions, type)
  const parts: (Suggestion | false | undefined)[] = [
    ...PERSON.map((field) => {
      const value = read[field]
      const text = field === 'birth_date' && value ? day(value) : titleOf(countryOptions, value)
      return (
        value !== undefined && {
          label: supplierFields[field].label,
          text,
          values: () => ({ [field]: value }),
        }
      )
    }),
    number === undefined
      ? { label: 'Вид документа', text: `${kind}, номер прочитан с ошибкой`, values: ofDoc({}) }
      : {
          label: kind,
          text: [series, number].filter(Boolean).join(' '),
          values: ofDoc({ series, number }),
        },
    issued_at !== undefined && {
      label: 'Выдан',
      text: day(issued_at),
      values: ofDoc({ issued_at }),
    },
    dept_code !== undefined && {
      label: 'Код подразделения',
      text: dept_code,
      values: ofDoc({ dept_code }),
    },
    doc_expires_on !== undefined && {
      label: 'Действует до',
      text: day(doc_expires_on),
      values: (now) => ({ ...ofDoc({})(now), doc_expires_on }),
    },
  ]
  return parts.filter((part) => typeof part === 'object')
}

const titleOf = (options: readonly { value: string; label: string }[], value = '') =>
  options.find((option) => option.value === value)?.label ?? value
