import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { instrument, type Instrument } from '#contract/act/instrument.ts'
import { instrumentChange } from '#contract/act/instrument-change.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { DoseRateInput } from '#web/ui/inputs/amount-input.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'

const REFRESHES = { refreshes: [instrument.getAll] }

/** Adds an instrument, or changes one: a new verification is its new dates. */
export function openInstrument(made?: Instrument): Promise<void> {
  const title = made ? `${made.model} № ${made.serial_number}` : 'Новый прибор'
  return openDialog({ title, width: 640 }, (close) =>
    made ? <EditInstrument made={made} close={close} /> : <NewInstrument close={close} />,
  )
}

const EMPTY = {
  model: '',
  serial_number: '',
  site_id: null as string | null,
  verified_on: '',
  valid_until: '',
  certificate: '',
  background_usv_h_milli: null as number | null,
  responsible: '',
  responsible_certificate: '',
}
type Values = typeof EMPTY

function NewInstrument({ close }: { close: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(instrumentChange.create, REFRESHES)
  const form = useRecordForm({
    schema: instrumentChange.create.body,
    initial: EMPTY,
    toBody: (values) => ({ client_id: clientId, ...values }),
  })
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Прибор добавлен">
      <InstrumentFields form={form} />
    </SaveForm>
  )
}

function EditInstrument({ made, close }: { made: Instrument; close: () => void }) {
  const { id, version } = made
  const save = useSend(instrumentChange.update, REFRESHES)
  const form = useRecordForm({
    schema: instrumentChange.update.body,
    version,
    initial: {
      model: made.model,
      serial_number: made.serial_number,
      site_id: made.site_id,
      verified_on: made.verified_on,
      valid_until: made.valid_until,
      certificate: made.certificate ?? '',
      background_usv_h_milli: made.background_usv_h_milli as number | null,
      responsible: made.responsible,
      responsible_certificate: made.responsible_certificate ?? '',
    },
    toBody: (values) => ({
      id,
      version,
      ...values,
      certificate: values.certificate || null,
      responsible_certificate: values.responsible_certificate || null,
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Прибор сохранён">
      <InstrumentFields form={form} />
    </SaveForm>
  )
}

function InstrumentFields({ form }: { form: Pick<RecordForm<Values>, 'field'> }) {
  const own = useCall(ownCompany.getOwn, {}, { fresh: REFERENCE_MS, quiet: true })
  const sites = own.data?.sites ?? []
  return (
    <>
      <Fields columns={2}>
        <TextInput label="Прибор" placeholder="МКС-АТ1117М" required {...form.field('model')} />
        <TextInput label="Заводской номер" required {...form.field('serial_number')} />
        <DateInput label="Поверен" required {...form.field('verified_on')} />
        <DateInput label="Поверка до" required {...form.field('valid_until')} />
        <TextInput label="Свидетельство о поверке" {...form.field('certificate')} />
        {sites.length > 1 && (
          <Select
            label="Площадка"
            placeholder="Все площадки"
            clearable
            data={sites.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('site_id')}
          />
        )}
      </Fields>
      <FieldGroup title="Подставляется в акт">
        <Fields columns={3}>
          <DoseRateInput
            label="Обычный фон"
            placeholder="0,11"
            required
            {...form.field('background_usv_h_milli')}
          />
          <TextInput
            label="Ответственный"
            placeholder="Гусев О. Р."
            required
            {...form.field('responsible')}
          />
          <TextInput label="Его удостоверение" {...form.field('responsible_certificate')} />
        </Fields>
      </FieldGroup>
    </>
  )
}
