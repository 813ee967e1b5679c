import { serverNow } from '#web/ui/server-clock.ts'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { updateVisitBody } from '#contract/visit/visit-input.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useSend } from '#web/api/use-send.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { instantOf } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { DateTimeInput } from '#web/ui/inputs/date-time-input.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import type { afterCapture, Station } from '../truck/use-station.ts'

type Values = { weight_g: number | null; taken_at: string; reason: string }

const EMPTY: Values = { weight_g: null, taken_at: '', reason: '' }

interface ManualWeightProps {
  station: Station
  /** Of which visit, or what is known of the vehicle that begins one. */
  of: object
  refreshes: typeof afterCapture
  close: () => void
}

/**
 * A weight that no scale gave, with its reason; the server asks for another person's PIN. For an earlier load its own time is
 * given; otherwise what the scale has seen of the vehicle since could not follow it.
 */
export function ManualWeight({ station, of, refreshes, close }: ManualWeightProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(visitCalls.update, { refreshes })
  const form = useRecordForm({
    schema: updateVisitBody,
    initial: EMPTY,
    toBody: ({ weight_g, taken_at, reason }) => ({
      command: 'manual_weight',
      client_id: clientId,
      weight_g,
      // A text that is no time is refused, never taken for now.
      ...(taken_at && { taken_at: instantOf(taken_at) ?? taken_at }),
      reason,
      post: station.post,
      ...of,
    }),
    check: ({ taken_at }) =>
      Date.parse(instantOf(taken_at) ?? '') > serverNow()
        ? { taken_at: 'Это время ещё не наступило' }
        : undefined,
  })
  const send = () => station.run(form.body(), async (body) => save.send({ body }))
  return (
    <Form
      form={form}
      stopsAtButton
      main="Записать"
      sending={save.sending}
      refusal={save.refusal}
      send={send}
      done={() => {
        station.setMode('two_pass')
        close()
      }}
    >
      <Fields columns={2}>
        <WeightInput label="Вес, кг" required data-autofocus {...form.field('weight_g')} />
        <DateTimeInput
          label="Когда стояла на весах"
          placeholder="сейчас"
          {...form.field('taken_at')}
        />
      </Fields>
      <Textarea
        label="Причина"
        description="Почему не с весов. Запись подтверждает пин-кодом другой сотрудник."
        required
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
    </Form>
  )
}
