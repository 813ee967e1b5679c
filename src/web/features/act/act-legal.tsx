import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { actTextFields } from '#contract/act/act-fields.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import type { ActValues } from './draft/act-values.ts'
import styles from '../../ui/form/line-editor.module.css'

const openTexts = actTextFields.filter(({ folded }) => !folded)
const foldedTexts = actTextFields.filter(({ folded }) => folded)

interface ActLegalProps {
  form: RecordForm<ActValues>
  /** In the dialog beside the scale: the fields that issuing needs are open, the rest are folded behind one line. */
  folded?: boolean
  /** The field that gets the focus first. */
  focus?: 'product' | 'basis' | 'radiation' | undefined
}

/** What the law asks of a purchase of scrap: whose it is, what brought it, that it is safe. */
export function ActLegal({ form, folded = false, focus }: ActLegalProps) {
  const [open, setOpen] = useState(!folded)
  // The printed act needs a date: it is the day of the tick unless the user enters another.
  const radiation = form.field('radiation.done', { type: 'checkbox' })
  const wrong = Object.keys(form.kit.errors).some((path) => !IN_SIGHT.has(path))
  return (
    <Panel title="Право собственности и безопасность">
      <Fields columns={2}>
        {openTexts.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            data-autofocus={(focus === 'basis' && name === 'ownership_basis') || undefined}
            {...form.field(name)}
          />
        ))}
      </Fields>
      <Fields columns={2}>
        <Checkbox
          label="Радиационный контроль проведён"
          data-autofocus={focus === 'radiation' || undefined}
          {...radiation}
          onChange={(event) => {
            radiation.onChange(event)
            form.kit.setFieldValue('radiation.at', event.currentTarget.checked ? today() : null)
          }}
        />
        <Checkbox
          label="Взрывобезопасность проверена"
          {...form.field('explosion.done', { type: 'checkbox' })}
        />
      </Fields>
      <details
        className={styles['more']}
        open={open || wrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Транспорт, приборы и примечание</summary>
        <Details form={form} />
      </details>
    </Panel>
  )
}

const IN_SIGHT = new Set<string>([
  'rows',
  ...openTexts.map(({ name }) => name),
  'radiation.done',
  'explosion.done',
])

function Details({ form }: Pick<ActLegalProps, 'form'>) {
  return (
    <div className={styles['details']}>
      <Fields columns={4}>
        <TextInput label="Марка машины" {...form.field('vehicle.make')} />
        <PlateInput label="Номер машины" {...form.field('vehicle.carnumber')} />
        <PlateInput label="Прицеп" {...form.field('vehicle.trailer')} />
        <TextInput label="Водитель" {...form.field('vehicle.driver')} />
        <TextInput
          label="Радиация, мкЗв/ч"
          inputMode="decimal"
          placeholder="0,12"
          {...form.field('radiation.level')}
        />
        <TextInput label="Прибор" {...form.field('radiation.instrument')} />
        <DateInput label="Дата контроля" {...form.field('radiation.at')} />
        <TextInput label="Кто провёл" {...form.field('radiation.by')} />
      </Fields>
      <Fields columns={2}>
        <TextInput
          label="Удостоверение о взрывобезопасности"
          {...form.field('explosion.certificate')}
        />
        <TextInput label="Кто проверил" {...form.field('explosion.by')} />
      </Fields>
      {foldedTexts.map(({ name, label, placeholder }) => (
        <Textarea
          key={name}
          label={label}
          placeholder={placeholder}
          rows={2}
          {...form.field(name)}
        />
      ))}
    </div>
  )
}
