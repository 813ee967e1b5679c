import { Select } from '@mantine/core'
import { useState } from 'react'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { findSuppliers } from '#web/features/visit/truck/find-suppliers.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { LookupInput, type FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import styles from '../payment.module.css'
import { TestOutcome } from './test-outcome.tsx'

/** The smallest sum through an agreement to a supplier whom the manager knows: it proves that money arrives. */
export function openTestPayment(): Promise<void> {
  return openDialog({ title: 'Проверочный платёж', width: 640 }, (close) => (
    <TestPayment close={close} />
  ))
}

function TestPayment({ close }: { close: () => void }) {
  const own = useCall(ownCompany.getOwn, {})
  const [sentId, setSentId] = useState<string>()
  if (own.error) return <p role="alert">{own.error.message}</p>
  if (!own.data) return <Waiting />
  if (sentId) return <TestOutcome id={sentId} close={close} />
  const configs = own.data.bank_configs.filter(takesTest)
  if (configs.length === 0)
    return (
      <p>
        Проверять нечего: ни один счёт в банке не ждёт проверочного платежа. Счёт заводит
        администратор платформы и сначала проверяет связь с банком.
      </p>
    )
  return <TestForm configs={configs} sent={setSentId} />
}

const takesTest = ({ status, circuit, training, allow_test_payment: allowed }: BankConfig) =>
  circuit === 'closed' && (status === 'testing' || (status === 'active' && (training || allowed)))

interface TestFormProps {
  configs: readonly BankConfig[]
  sent: (id: string) => void
}

function TestForm({ configs, sent }: TestFormProps) {
  const [paymentId] = useState(() => crypto.randomUUID())
  const [configId, setConfigId] = useState(firstOf(configs).id)
  const [payee, setPayee] = useState<FoundOption | null>(null)
  const [methodId, setMethodId] = useState<string | null>(null)
  const card = useCall(supplier.get, { query: { id: payee?.id ?? '' } }, { when: payee !== null })
  const save = useSend(payment.createTest, { refreshes: [payment.getAll] })
  const config = configs.find(({ id }) => id === configId) ?? firstOf(configs)
  const methods = (payee && card.data?.id === payee.id ? card.data.methods : []).filter(
    ({ status, kind }) => status === 'active' && config.methods.includes(kind),
  )
  const method = methods.find(({ id }) => id === methodId) ?? methods[0]
  const send = async () => {
    const made = await save.send({
      body: { id: paymentId, bank_config_id: config.id, payment_method_id: method!.id },
    })
    if (made) sent(made.id)
  }
  const isEmpty = payee !== null && card.data?.id === payee.id && methods.length === 0
  return (
    <div className={styles['stack']}>
      <p>
        Уйдёт наименьшая сумма, без акта, и не войдёт в отчёты. Выберите получателя, который
        подтвердит, что деньги пришли. На один способ выплаты — один раз в день.
      </p>
      <Select
        label="Счёт в банке"
        allowDeselect={false}
        data={configs.map(({ id, title }) => ({ value: id, label: title }))}
        value={config.id}
        onChange={(id) => id && setConfigId(id)}
      />
      <LookupInput
        label="Кому"
        placeholder="Имя, ИНН, телефон"
        find={findSuppliers}
        value={payee}
        onChange={setPayee}
        data-autofocus
      />
      {methods.length > 0 && (
        <Select
          label="Способ выплаты"
          allowDeselect={false}
          data={methods.map(({ id, label }) => ({ value: id, label }))}
          value={method?.id ?? null}
          onChange={setMethodId}
        />
      )}
      {isEmpty && (
        <p role="alert">
          У этого поставщика нет действующего способа выплаты, которым платят с этого счёта.
        </p>
      )}
      {save.refusal && <p role="alert">{save.refusal.message}</p>}
      <div className={styles['buttons']}>
        <ActionButton
          loading={save.sending}
          disabledReason={method ? undefined : 'Выберите, кому отправить платёж'}
          onClick={() => void send()}
        >
          Отправить проверочный платёж
        </ActionButton>
      </div>
    </div>
  )
}

function firstOf(configs: readonly BankConfig[]): BankConfig {
  return configs[0]!
}
