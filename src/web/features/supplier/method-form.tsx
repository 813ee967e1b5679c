import { Checkbox, Select, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { payment } from '#contract/payment.ts'
import { createPaymentMethodBody } from '#contract/supplier-input.ts'
import { supplier } from '#contract/supplier.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier-entities.ts'
import { sendApproved, useSend } from '#web/api/use-send.ts'
import { CallError } from '#web/api/call-error.ts'
import { REFERENCE_MS, refresh, useCall } from '#web/api/use-call.ts'
import { Fields, Form } from '#web/ui/form.tsx'
import { AccountInput, BikInput, PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { useRecordForm } from '#web/ui/record-form.ts'
import { toast } from '#web/ui/toast.ts'

type MethodValues = {
  kind: 'sbp' | 'account'
  holder_name: string
  is_default: boolean
  sbp_phone: string | null
  sbp_bank_id: string | null
  bik: string
  account: string
  bank_name: string
}

/** A new way to pay; it is put to use at once when the holder is the supplier himself. */
export function MethodForm({ card, done }: { card: SupplierCard; done?: () => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(supplier.createMethod, { refreshes: [supplier.get, supplier.getAll] })
  const form = useRecordForm<MethodValues>({
    schema: createPaymentMethodBody,
    initial: {
      kind: card.type === 'company' || card.type === 'ip' ? 'account' : 'sbp',
      holder_name: card.name,
      is_default: card.methods.every((method) => !method.is_default),
      sbp_phone: card.phone,
      sbp_bank_id: null,
      bik: '',
      account: '',
      bank_name: '',
    },
    toBody: (values) => ({ ...methodBody(values), supplierId: card.id, client_id: clientId }),
  })
  const send = async () => {
    const made = await save.send({ body: form.body() as never })
    if (made) await putToUse(made)
    return made
  }
  const sbp = form.values.kind === 'sbp'
  return (
    <Form
      form={form}
      main="Добавить способ выплаты"
      sending={save.sending}
      refusal={save.refusal}
      send={send}
      {...(done && { done })}
    >
      <SegmentedControl
        aria-label="Куда платить"
        data={[
          { value: 'sbp', label: 'СБП по телефону' },
          { value: 'account', label: 'На счёт' },
        ]}
        value={form.values.kind}
        onChange={(kind) => form.set({ kind: kind as MethodValues['kind'] })}
      />
      <Fields columns={3}>
        {sbp ? (
          <>
            <PhoneInput label="Телефон СБП" mobile required {...form.field('sbp_phone')} />
            <SbpBank field={form.field('sbp_bank_id')} />
          </>
        ) : (
          <>
            <BikInput label="БИК" required {...form.field('bik')} />
            <AccountInput label="Счёт" required bik={form.values.bik} {...form.field('account')} />
            <TextInput label="Банк" {...form.field('bank_name')} />
          </>
        )}
        <TextInput label="Получатель" required {...form.field('holder_name')} />
      </Fields>
      <Checkbox label="Основной способ" {...form.field('is_default', { type: 'checkbox' })} />
    </Form>
  )
}

function methodBody({ kind, holder_name, is_default, ...rest }: MethodValues) {
  const shared = { kind, holder_name, is_default }
  if (kind === 'sbp')
    return {
      ...shared,
      sbp_phone: rest.sbp_phone ?? undefined,
      sbp_bank_id: rest.sbp_bank_id ?? undefined,
    }
  return { ...shared, bik: rest.bik, account: rest.account, bank_name: rest.bank_name }
}

function SbpBank({ field }: { field: object }) {
  const banks = useCall(payment.getSbpBanks, {}, { fresh: REFERENCE_MS, quiet: true })
  const list = banks.data ?? []
  return (
    <Select
      label="Банк получателя"
      required
      searchable
      data={list.map((bank) => ({ value: bank.bank_id, label: bank.name }))}
      nothingFoundMessage="Банк не найден"
      placeholder={banks.error ? 'Список банков недоступен' : 'Начните вводить название'}
      {...field}
    />
  )
}

/** A refusal here leaves the method new: it says itself why, and the card offers to try again. */
export async function putToUse(method: PaymentMethod): Promise<void> {
  const outcome = await sendApproved(supplier.setMethodStatus, {
    query: { supplierId: method.supplier_id, paymentMethodId: method.id },
    body: { new_status: 'active' },
  }).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof CallError)) throw outcome
  if (!(outcome instanceof Error)) toast.success('Способ выплаты действует')
  await refresh([supplier.get, supplier.getAll])
}
