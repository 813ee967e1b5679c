import { TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { updateTransactionBody } from '#contract/transaction-input.ts'
import { transactions } from '#contract/transaction.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { FieldGroup, Fields, Form } from '#web/ui/form.tsx'
import { instantOf } from '#web/ui/format.ts'
import { WeightInput } from '#web/ui/inputs/amount-input.tsx'
import { LookupInput, type Found } from '#web/ui/inputs/lookup-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRecordForm } from '#web/ui/record-form.ts'
import { toast } from '#web/ui/toast.ts'
import { findSuppliers } from './find-suppliers.ts'

type Values = {
  carnumber: string
  supplier: Found | null
  in_g: number | null
  out_g: number | null
  in_at: string
  out_at: string
  reason: string
}

const EMPTY: Values = {
  carnumber: '',
  supplier: null,
  in_g: null,
  out_g: null,
  in_at: '',
  out_at: '',
  reason: '',
}

/** A visit written from paper: both weights by hand, a reason, and the PIN of another person. */
export function Component() {
  const navigate = useNavigate()
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(transactions.update, {
    refreshes: [transactions.getAll, transactions.getFree],
  })
  const form = useRecordForm({
    schema: updateTransactionBody,
    initial: EMPTY,
    toBody: ({ supplier, in_at, out_at, ...values }) => ({
      command: 'manual',
      client_id: clientId,
      ...values,
      ...(supplier && { supplier_id: supplier.id }),
      in_at: instantOf(in_at),
      out_at: instantOf(out_at),
    }),
  })
  return (
    <Page title="Ручная транзакция" shape="narrow">
      <Form
        form={form}
        main="Записать"
        careful
        sending={save.sending}
        refusal={save.refusal}
        send={() => save.send({ body: form.body() as never })}
        done={() => {
          toast.success('Заезд записан')
          void navigate(paths.transactions)
        }}
      >
        <FieldGroup title="Машина">
          <Fields columns={2}>
            <PlateInput label="Номер машины" required {...form.field('carnumber')} />
            <LookupInput
              label="Поставщик"
              placeholder="Имя, ИНН, телефон"
              find={findSuppliers}
              {...form.field('supplier')}
            />
          </Fields>
        </FieldGroup>
        <FieldGroup title="Взвешивания">
          <Fields columns={2}>
            <WeightInput label="Вес на въезде, кг" required {...form.field('in_g')} />
            <TextInput
              type="datetime-local"
              label="Время въезда"
              required
              {...form.field('in_at')}
            />
            <WeightInput label="Вес на выезде, кг" required {...form.field('out_g')} />
            <TextInput
              type="datetime-local"
              label="Время выезда"
              required
              {...form.field('out_at')}
            />
          </Fields>
        </FieldGroup>
        <FieldGroup title="Основание">
          <Textarea
            label="Почему не с весов"
            description="Запись подтверждает пин-кодом другой сотрудник."
            required
            minRows={2}
            maxLength={500}
            {...form.field('reason')}
          />
        </FieldGroup>
      </Form>
    </Page>
  )
}
