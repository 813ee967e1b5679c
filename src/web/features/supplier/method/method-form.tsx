import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { bikDirectory } from '#contract/bank/bik-directory.ts'
import { bikProblem } from '#contract/requisites/bik.ts'
import { payment } from '#contract/payment/payment.ts'
import {
  createPaymentMethodBody,
  updatePaymentMethodBody,
} from '#contract/supplier/supplier-input.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { PaymentMethod, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { BikField } from '#web/features/bank/bik-field.tsx'
import { hasModule, useStore } from '#web/state/store.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { AccountInput, PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { CardEntry } from './card-entry.tsx'
import {
  methodBody,
  methodChange,
  methodValues,
  takesCards,
  type MethodValues,
} from './method-values.ts'
import { askSharing, activateMethod, type Sharing } from './activate-method.ts'
import styles from '../supplier.module.css'

interface MethodFormProps {
  card: SupplierCard
  /** The one to change; a new one without it. */
  method?: PaymentMethod
  done?: () => void
  /** Absent where the form is always open. */
  cancel?: () => void
}

const REFRESHES = [supplier.get, supplier.getAll]

/** A way to pay; it becomes active at once when the holder is the supplier. */
export function MethodForm({ method, ...props }: MethodFormProps) {
  return method ? <ChangeMethod {...props} method={method} /> : <NewMethod {...props} />
}

function NewMethod({ card, ...rest }: Omit<MethodFormProps, 'method'>) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(supplier.createMethod, { refreshes: REFRESHES })
  const form = useRecordForm({
    schema: createPaymentMethodBody,
    initial: methodValues(card),
    toBody: (values) => ({ ...methodBody(values), supplierId: card.id, client_id: clientId }),
  })
  const write = (extra: Sharing) => save.send({ body: { ...form.body(), ...extra } })
  return (
    <MethodView {...rest} form={form} save={save} write={write} main="Добавить способ выплаты">
      <Kinds form={form} cards={takesCards(card)} />
      <Unpaid kind={form.values.kind} payable={card.payable_kinds} />
      <MethodFields form={form} card={card} />
      <Checkbox label="Основной способ" {...form.field('is_default', { type: 'checkbox' })} />
    </MethodView>
  )
}

function ChangeMethod({ card, method, ...rest }: MethodFormProps & { method: PaymentMethod }) {
  const save = useSend(supplier.updateMethod, { refreshes: REFRESHES })
  const form = useRecordForm({
    schema: updatePaymentMethodBody,
    initial: methodValues(card, method),
    version: method.version,
    toBody: (values) => methodChange(values, method),
  })
  const write = (extra: Sharing) => save.send({ body: { ...form.body(), ...extra } })
  return (
    <MethodView {...rest} form={form} save={save} write={write} main="Сохранить способ">
      <MethodFields form={form} card={card} stored={method.card_last4} />
      <p className={styles['hint']}>
        Новые реквизиты или получатель проверяются заново, и ближайшую выплату подтверждает другой
        сотрудник.
      </p>
    </MethodView>
  )
}

interface MethodViewProps extends Pick<MethodFormProps, 'done' | 'cancel'> {
  form: RecordForm<MethodValues>
  save: Pick<ReturnType<typeof useSend>, 'sending' | 'refusal' | 'lastRefusal'>
  write: (extra: Sharing) => Promise<PaymentMethod | undefined>
  main: string
  children: ReactNode
}

/** Saves, asks about a destination that others have, and makes the method usable. */
function MethodView({ form, save, write, main, done, cancel, children }: MethodViewProps) {
  const send = async () => {
    const made = (await write({})) ?? (await askSharing(save.lastRefusal(), write))
    if (made && made.status === 'new') await activateMethod(made)
    return made
  }
  return (
    <Form
      form={form}
      main={main}
      sending={save.sending}
      refusal={save.refusal}
      send={send}
      {...(done && { done })}
      actions={
        cancel && (
          <Button variant="subtle" onClick={cancel}>
            Отмена
          </Button>
        )
      }
    >
      {children}
    </Form>
  )
}

function MethodFields(props: DestinationProps) {
  const { form } = props
  return (
    <Fields columns={3}>
      <Destination {...props} />
      <TextInput label="Получатель" required {...form.field('holder_name')} />
      <TextInput label="Как называть" maxLength={60} {...form.field('title')} />
    </Fields>
  )
}

/** A card needs an agreement whose bank takes its number in a form of its own, or which allows us to. */
function Kinds({ form, cards }: { form: RecordForm<MethodValues>; cards: boolean }) {
  return (
    <SegmentedControl
      aria-label="Куда платить"
      data={[
        { value: 'sbp', label: 'СБП по телефону' },
        { value: 'account', label: 'На счёт' },
        ...(cards ? [{ value: 'card', label: 'На карту' }] : []),
      ]}
      value={form.values.kind}
      onChange={(kind) => form.set({ kind: kind as MethodValues['kind'] })}
    />
  )
}

const BY_KIND: Record<MethodValues['kind'], string> = {
  sbp: 'по СБП',
  account: 'на счёт',
  card: 'на карту',
}

/** A method may be stored before the bank that pays it; that nothing can be paid there yet is said at once. */
function Unpaid({ kind, payable }: Pick<MethodValues, 'kind'> & { payable: readonly string[] }) {
  const pays = useStore(hasModule('payment'))
  if (!pays || payable.includes(kind)) return null
  return (
    <p className={styles['hint']} role="status">
      {payable.length === 0
        ? 'Банк ещё не подключён: способ сохранится, а выплатить по нему можно будет, когда заработает договор с банком.'
        : `Ни один действующий договор с банком не платит ${BY_KIND[kind]}: способ сохранится, но выплатить по нему пока нельзя.`}
    </p>
  )
}

interface DestinationProps {
  form: RecordForm<MethodValues>
  card: SupplierCard
  /** The last digits of a stored card. */
  stored?: string | null | undefined
}

function Destination({ form, card, stored }: DestinationProps) {
  switch (form.values.kind) {
    case 'sbp':
      return (
        <>
          <PhoneInput label="Телефон СБП" mobile required {...form.field('sbp_phone')} />
          <SbpBank chosen={form.values.sbp_bank_id} field={form.field('sbp_bank_id')} />
        </>
      )
    case 'account':
      return (
        <>
          <BikField
            label="БИК"
            required
            // What another БИК filled in is no bank of this one.
            found={(bank) =>
              form.set({ bank_name: bank?.name ?? '', corr_account: bank?.corr_account ?? '' })
            }
            {...form.field('bik')}
          />
          <AccountInput label="Счёт" required bik={form.values.bik} {...form.field('account')} />
          <TextInput label="Банк" {...form.field('bank_name')} />
          <CorrAccount form={form} />
        </>
      )
    case 'card':
      if (card.card_form) return <CardEntry form={form} bank={card.card_form} stored={stored} />
      if (!card.raw_cards)
        return (
          <p className={styles['hint']}>
            Ввести карту сейчас негде: ни через один банк компании не платят на карты.
          </p>
        )
      return (
        <TextInput
          label="Номер карты"
          required={!stored}
          inputMode="numeric"
          autoComplete="off"
          placeholder={stored ? `•••• ${stored}` : '2200 0000 0000 0000'}
          maxLength={23}
          {...form.field('pan')}
        />
      )
  }
}

/** What the directory fills in by itself, typed by hand where it does not know the bank. */
function CorrAccount({ form }: { form: RecordForm<MethodValues> }) {
  const bik = form.values.bik ?? ''
  const { data } = useCall(
    bikDirectory.find,
    { query: { bik } },
    { when: bikProblem(bik) === undefined, fresh: REFERENCE_MS, quiet: true },
  )
  if (bikProblem(bik) !== undefined || !data || data.bank?.corr_account) return null
  return (
    <TextInput
      label="Корр. счёт банка"
      inputMode="numeric"
      maxLength={24}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description="Банка нет в справочнике: перепишите название и корр. счёт с реквизитов"
      {...form.field('corr_account')}
    />
  )
}

/** A bank that no longer accepts payments is reported as soon as it is chosen, as beside a БИК. */
function SbpBank({ chosen, field }: { chosen: string | null; field: object }) {
  const banks = useCall(payment.getSbpBanks, {}, { fresh: REFERENCE_MS, quiet: true })
  const list = banks.data ?? []
  const bik = list.find((bank) => bank.bank_id === chosen)?.bik
  const { data } = useCall(
    bikDirectory.find,
    { query: { bik: bik ?? '' } },
    { when: !!bik, fresh: REFERENCE_MS, quiet: true },
  )
  const warning = banks.error?.message ?? (bik && data?.bank && data.warning)
  return (
    <SearchSelect
      label="Банк получателя"
      required
      data={list.map((bank) => ({ value: bank.bank_id, label: bank.name }))}
      nothingFoundMessage="Банк не найден"
      placeholder={banks.error ? 'Список банков недоступен' : 'Начните вводить название'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={warning && <span role="alert">{warning}</span>}
      {...field}
    />
  )
}
