import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#web/router/link.tsx'
import type { ActWithPositions } from '#contract/act/act-entities.ts'
import { actTextFields } from '#contract/act/act-fields.ts'
import { instrument } from '#contract/act/instrument.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { paths } from '#contract/screen-paths.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { day } from '#web/ui/format.ts'
import { DoseRateInput } from '#web/ui/inputs/amount-input.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import type { ActValues } from './draft/act-values.ts'
import styles from '../../ui/form/line-editor.module.css'

const openTexts = actTextFields.filter(({ folded }) => !folded)
const foldedTexts = actTextFields.filter(({ folded }) => folded)

type Checks = Pick<ActWithPositions, 'radiation' | 'explosion'>

interface ActLegalProps {
  form: RecordForm<ActValues>
  /** The checks as the server completes them, once it has answered. */
  checked: Checks | undefined
  /** In the dialog beside the scale: the fields that issuing needs are open, the rest are folded behind one line. */
  folded?: boolean
  /** The field that gets the focus first. */
  focus?: 'product' | 'basis' | 'radiation' | undefined
}

/** What the law asks of a purchase of scrap: whose it is, what brought it, that it is safe. */
export function ActLegal({ form, checked, folded = false, focus }: ActLegalProps) {
  const [open, setOpen] = useState(!folded)
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
          description={checked && radiationWords(checked)}
          {...form.field('radiation.done', { type: 'checkbox' })}
        />
        <Checkbox
          label="Взрывобезопасность проверена"
          description={checked && explosionWords(checked)}
          {...form.field('explosion.done', { type: 'checkbox' })}
        />
      </Fields>
      <details
        className={styles['more']}
        open={open || wrong}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>Транспорт, приборы и примечание</summary>
        <Details form={form} checked={checked} />
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

/** What a tick says, so that nobody signs what he did not see; nothing without the tick. */
function radiationWords({ radiation }: Checks): string | undefined {
  if (!radiation.done) return undefined
  const { instrument: made, valid_until, usv_h_milli, background_usv_h_milli, by } = radiation
  return [
    usv_h_milli !== null && `${formatKg(usv_h_milli)} мкЗв/ч`,
    background_usv_h_milli !== null && `фон ${formatKg(background_usv_h_milli)}`,
    made && `${made}, поверка до ${day(valid_until)}`,
    by,
  ]
    .filter(Boolean)
    .join(' · ')
}

function explosionWords({ explosion: { done, by, certificate } }: Checks): string | undefined {
  return done ? [by, certificate].filter(Boolean).join(' · ') || undefined : undefined
}

function Details({ form, checked }: Pick<ActLegalProps, 'form' | 'checked'>) {
  const made = useCall(
    instrument.getAll,
    { query: { filter: { status: ['active'] } } },
    { fresh: REFERENCE_MS, quiet: true },
  )
  const madeBy = form.field('radiation.instrument_id')
  const usual = checked?.radiation
  const usualText = (milli: number | null | undefined) =>
    typeof milli === 'number' ? formatKg(milli) : '0,12'
  return (
    <div className={styles['details']}>
      <Fields columns={4}>
        <TextInput label="Марка машины" {...form.field('vehicle.make')} />
        <PlateInput label="Номер машины" {...form.field('vehicle.carnumber')} />
        <PlateInput label="Прицеп" {...form.field('vehicle.trailer')} />
        <TextInput label="Водитель" {...form.field('vehicle.driver')} />
        <DoseRateInput
          label="Радиация"
          placeholder={usualText(usual?.usv_h_milli)}
          {...form.field('radiation.usv_h_milli')}
        />
        <DoseRateInput
          label="Фон"
          placeholder={usualText(usual?.background_usv_h_milli)}
          {...form.field('radiation.background_usv_h_milli')}
        />
        <DateInput label="Дата контроля" {...form.field('radiation.at')} />
        <TextInput
          label="Кто провёл"
          placeholder={usual?.by ?? ''}
          {...form.field('radiation.by')}
        />
      </Fields>
      <Fields columns={4}>
        <Select
          label="Прибор"
          clearable
          placeholder={usual?.instrument ?? 'Прибор площадки'}
          data={(made.data?.items ?? []).map(({ id, model, serial_number }) => ({
            value: id,
            label: `${model} № ${serial_number}`,
          }))}
          {...madeBy}
          {...(madeBy.error && {
            description: <Link to={paths.instruments}>Приборы контроля и их поверка</Link>,
          })}
        />
        <TextInput label="Удостоверение пиротехника" {...form.field('explosion.certificate')} />
        <DateInput label="Дата проверки" {...form.field('explosion.at')} />
        <TextInput
          label="Кто проверил"
          placeholder={checked?.explosion.by ?? ''}
          {...form.field('explosion.by')}
        />
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
