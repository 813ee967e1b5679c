import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { createSupplier } from '#contract/supplier/supplier-input.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier, DuplicateSupplier } from '#contract/supplier/supplier-entities.ts'
import { supplierTypes, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { callOnce, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog, useDialogs } from '#web/ui/dialogs/ask.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { activateSupplier } from '../status/activate-supplier.ts'
import { ConsentPart } from '../consent/consent-part.tsx'
import { MethodForm } from '../method/method-form.tsx'
import { SupplierFields } from './supplier-fields.tsx'
import { openSupplierCard } from '../open-supplier-card.ts'
import { SupplierDataForm } from './supplier-data-form.tsx'
import { isPaper, Missing } from '../head/supplier-missing.tsx'
import { withPassport } from './passport-scan.tsx'
import { forbids, reasonsOf, SupplierDuplicates, useDuplicates } from './supplier-duplicates.tsx'
import { areNamesMeant, askOwnerOfInn, typedInSearch } from './odd-names.ts'
import {
  supplierBody,
  supplierTypeTitles,
  supplierValues,
  type SupplierValues,
} from './supplier-values.ts'
import styles from '../supplier.module.css'

export interface NewSupplierStart {
  /** What was typed in a search without results: names, an ИНН or a phone. */
  name?: string
  /** The lines of a passport, which fill the form in. */
  passport?: MachineReadable
}

/** The dialog itself; screens open it through `open-new-supplier.ts`, which loads it first. */
export async function showNewSupplier({
  name = '',
  passport,
}: NewSupplierStart): Promise<Supplier | undefined> {
  const begun = await askOwnerOfInn(typedInSearch(name))
  if (!begun) return undefined
  return openDialog<Supplier>({ title: 'Новый поставщик', width: 960 }, (close) => (
    <NewSupplier begun={begun} passport={passport} close={close} />
  ))
}

interface Begun {
  begun: Partial<SupplierValues>
  passport: MachineReadable | undefined
}

function NewSupplier({ close, ...start }: Begun & { close: (made?: Supplier) => void }) {
  const [made, setMade] = useState<Supplier>()
  return made ? (
    <PayAndConsent id={made.id} close={close} />
  ) : (
    <WhoSells {...start} done={setMade} close={close} />
  )
}

interface WhoSellsProps extends Begun {
  done: (made: Supplier) => void
  /** Closes the dialog with an existing supplier. */
  close: (record: Supplier) => void
}

/** Step 1: saves a draft as soon as the names are there; the rest may follow. */
function WhoSells({ begun, passport, done, close }: WhoSellsProps) {
  const [clientId] = useState(() => crypto.randomUUID())
  const save = useSend(supplier.create, { refreshes: [supplier.getAll, supplier.find] })
  const form = useRecordForm({
    schema: createSupplier,
    initial: { ...supplierValues(), ...begun },
    draft: 'new supplier',
    toBody: (values) => ({ ...supplierBody(values), client_id: clientId }),
  })
  // Set, not begun with: what was read is work that would be lost, as if it had been typed.
  const fill = useRef(form.set)
  useEffect(() => {
    if (passport) fill.current(withPassport(supplierValues(), passport))
  }, [passport])
  const [saving, setSaving] = useState(false)
  const duplicates = useDuplicates(form.values, { rest: saving })
  const take = async (duplicate: DuplicateSupplier) =>
    close(await callOnce(supplier.get, { query: { id: duplicate.id } }))
  /** What was sent without an answer: a duplicate that matches it afterwards is the supplier that this request created. */
  const unanswered = useRef<string>(undefined)
  const send = async () => {
    const body = form.body()
    const sent = JSON.stringify(body)
    const isAgain = sent === unanswered.current
    if (!isAgain && !(await areNamesMeant(form.values))) return undefined
    if (!isAgain && !(await another(duplicates))) return undefined
    setSaving(true)
    return make(body, sent).finally(() => setSaving(false))
  }
  const make = async (body: z.input<typeof createSupplier>, sent: string) => {
    const saved = await save.send({ body })
    unanswered.current = save.lastRefusal()?.network ? sent : undefined
    if (!saved || Array.isArray(saved)) return undefined
    done(await activateSupplier(saved))
    return saved
  }
  return (
    <Form form={form} main="Далее" sending={save.sending} refusal={save.refusal} send={send}>
      <SegmentedControl
        aria-label="Вид поставщика"
        data={supplierTypes.map((value) => ({ value, label: supplierTypeTitles[value] }))}
        value={form.values.type}
        onChange={(value) => form.set({ type: value as SupplierType })}
      />
      {passport && (
        <p role="status">
          Поля заполнены сканером. Сверьте с документом: у имён контрольных цифр нет.
        </p>
      )}
      <SupplierFields form={form} />
      <SupplierDuplicates
        duplicates={duplicates}
        openCard={openCard}
        take={(duplicate) => void take(duplicate)}
      />
    </Form>
  )
}

/** A similar supplier is no reason to refuse, but the user must have seen the duplicates. */
async function another(duplicates: DuplicateSupplier[]): Promise<boolean> {
  const [like] = duplicates
  // Duplicates that the server refuses anyway need no question.
  if (!like || duplicates.some(forbids)) return true
  const answer = await ask.confirm({
    title: 'Это другой поставщик?',
    text: 'Второй раз заведённый поставщик делит свои акты и сумму за год надвое.',
    facts: [{ label: 'Уже есть', value: `${like.name}: ${reasonsOf(like)}` }],
    main: 'Да, другой',
  })
  return answer === true
}

const openCard = (id: string) => void openSupplierCard(id)

/** Step 2: where to pay and the consent; both may wait. Leaving makes a complete draft active. */
function PayAndConsent({ id, close }: { id: string; close: (made?: Supplier) => void }) {
  const { data, error } = useCall(supplier.get, { query: { id } })
  const [finishing, setFinishing] = useState(false)
  const mayAddMethod = useMaySend(supplier.createMethod)
  const consent = useRef<HTMLElement>(null)
  /** The field to fill in before going on. */
  const [lacking, setLacking] = useState<{ field: string }>()
  const finish = async () => {
    if (!data || finishing || !(await withoutMethod())) return
    setFinishing(true)
    const made = await activateSupplier(data).finally(() => setFinishing(false))
    toast.success(made.status === 'active' ? 'Поставщик действует' : 'Черновик поставщика сохранён')
    close(made)
  }
  if (error) throw error
  if (!data) return <Waiting />
  const back = () => setLacking(undefined)
  if (lacking)
    return (
      <SupplierDataForm card={data} focus={lacking} openCard={openCard} done={back} cancel={back} />
    )
  const lead = (field: string) =>
    isPaper(field) ? consent.current?.querySelector('button')?.focus() : setLacking({ field })
  return (
    <div className={styles['steps']}>
      <p className={styles['who']}>
        <strong>{data.name}</strong> <StatusBadge kind="supplier" status={data.status} />
      </p>
      <Missing card={data} lead={lead} />
      <section className={styles['part']}>
        <h2>Способ выплаты</h2>
        {data.methods.length > 0 ? (
          <ul className={styles['plainList']}>
            {data.methods.map((method) => (
              <li key={method.id}>
                {method.label} <StatusBadge kind="payment_method" status={method.status} />
              </li>
            ))}
          </ul>
        ) : mayAddMethod ? (
          <MethodForm card={data} />
        ) : (
          <p>Способ выплаты добавит сотрудник с правом «Способы выплаты».</p>
        )}
      </section>
      {data.type !== 'company' && (
        <section ref={consent} className={styles['part']}>
          <h2>Согласие на обработку данных</h2>
          <ConsentPart card={data} />
        </section>
      )}
      <Finish finish={finish} finishing={finishing} main={data.methods.length > 0} />
    </div>
  )
}

/** A payment method that was typed and not added would be lost without a message. */
async function withoutMethod(): Promise<boolean> {
  if (useDialogs.getState().stack.at(-1)?.changed.length === 0) return true
  const answer = await ask.confirm({
    title: 'Способ выплаты не добавлен',
    text: 'Введённые реквизиты пропадут.',
    main: 'Закончить без него',
    danger: true,
  })
  return answer === true
}

interface FinishProps {
  finish: () => Promise<void>
  finishing: boolean
  /** There is no form above that Ctrl + Enter could belong to. */
  main: boolean
}

function Finish({ finish, finishing, main }: FinishProps) {
  const keyOf = useHotkeyNames()
  const key = { label: 'Готово', run: () => void finish() }
  useKeys([{ hotkey: 'done', ...key }, ...(main ? [{ hotkey: 'main' as const, ...key }] : [])])
  return (
    <div className={styles['foot']}>
      <Button
        variant={main ? 'filled' : 'default'}
        loading={finishing}
        title={keyOf('done')}
        onClick={() => void finish()}
      >
        Готово
      </Button>
    </div>
  )
}
