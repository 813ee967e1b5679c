import { SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { instrument } from '#contract/act/instrument.ts'
import { alarmKinds, alarmKindTitles, instrumentChange } from '#contract/act/instrument-change.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { DoseRateInput } from '#web/ui/inputs/amount-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'

/** Enters a load that was turned away at the control, of which no act is made. */
export function openAlarm(): Promise<void> {
  return openDialog({ title: 'Тревога при контроле лома', width: 640 }, (close) => (
    <AlarmForm close={close} />
  ))
}

function AlarmForm({ close }: { close: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(instrumentChange.recordAlarm, {})
  const made = useCall(instrument.getAll, { query: { filter: { status: ['active'] } } })
  const items = made.data?.items ?? []
  // Of one nobody is asked.
  const [only] = items.length === 1 ? items : []
  const form = useRecordForm({
    schema: instrumentChange.recordAlarm.body,
    initial: {
      kind: 'radiation' as (typeof alarmKinds)[number],
      instrument_id: '',
      usv_h_milli: null as number | null,
      background_usv_h_milli: null as number | null,
      found_by: '',
      carnumber: '',
      note: '',
    },
    toBody: ({ instrument_id, usv_h_milli, background_usv_h_milli, ...values }) => ({
      client_id: clientId,
      ...values,
      ...(values.kind === 'radiation' && {
        ...((instrument_id || only) && { instrument_id: instrument_id || only!.id }),
        ...(typeof usv_h_milli === 'number' && { usv_h_milli }),
        ...(typeof background_usv_h_milli === 'number' && { background_usv_h_milli }),
      }),
    }),
  })
  const chosen = items.find(({ id }) => id === form.values.instrument_id) ?? only
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Тревога записана в журнал">
      <SegmentedControl
        aria-label="Что найдено"
        data={alarmKinds.map((value) => ({ value, label: alarmKindTitles[value] }))}
        {...form.field('kind')}
      />
      {form.values.kind === 'radiation' && (
        <Fields columns={3}>
          <Select
            label="Прибор"
            required
            data={items.map(({ id, model, serial_number }) => ({
              value: id,
              label: `${model} № ${serial_number}`,
            }))}
            {...form.field('instrument_id')}
            value={chosen?.id ?? null}
          />
          <DoseRateInput label="Показание" required {...form.field('usv_h_milli')} />
          <DoseRateInput
            label="Фон"
            description={chosen && 'Пусто: обычный фон прибора'}
            {...form.field('background_usv_h_milli')}
          />
        </Fields>
      )}
      <Fields columns={2}>
        <PlateInput label="Номер машины" {...form.field('carnumber')} />
        <TextInput
          label="Кто проверил"
          placeholder={chosen?.responsible ?? ''}
          {...form.field('found_by')}
        />
      </Fields>
      <TextInput
        label="Что сделано с партией"
        placeholder="Машина не принята, вызвана специализированная организация"
        required
        {...form.field('note')}
      />
    </SaveForm>
  )
}
