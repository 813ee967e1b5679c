import { Checkbox } from '@mantine/core'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { bankSetUp } from '#contract/bank/bank-set-up.ts'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { company } from '#contract/company/company.ts'
import { methodKindTitles } from '#contract/core/display-text.ts'
import { quote } from '#contract/words/quote.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { MoneyInput } from '#web/ui/inputs/amount-input.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'

const REFRESHED = [company.get, bankSetUp.getConfig]

export function openLimits(config: BankConfig): Promise<void> {
  return openDialog({ title: `Пределы: ${config.title}`, width: 640 }, (close) => (
    <LimitsForm config={config} close={close} />
  ))
}

/** Bounds of the contract with the bank; the server refuses what passes one of them. */
function LimitsForm({ config, close }: { config: BankConfig; close: () => void }) {
  const save = useSend(company.updateBankConfig, { refreshes: REFRESHED })
  const form = useRecordForm({
    schema: company.updateBankConfig.body,
    initial: { limits: { ...config.limits } },
    version: config.version,
    toBody: ({ limits }) => ({ ...placeOf(config), limits }),
  })
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Пределы сохранены">
      <FieldGroup title="Одна выплата">
        <Fields columns={2}>
          <MoneyInput label="Не меньше" required {...form.field('limits.min_kop')} />
          <MoneyInput label="Не больше" required {...form.field('limits.per_payment_kop')} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Все выплаты с этого счёта">
        <Fields columns={2}>
          <MoneyInput label="В день" required {...form.field('limits.per_day_kop')} />
          <MoneyInput label="В месяц" required {...form.field('limits.per_month_kop')} />
        </Fields>
      </FieldGroup>
      <FieldGroup title="Одному получателю">
        <Fields columns={2}>
          <IntInput label="Выплат в день" required {...form.field('limits.payee_day_count')} />
          <MoneyInput label="В месяц" required {...form.field('limits.payee_month_kop')} />
        </Fields>
      </FieldGroup>
    </SaveForm>
  )
}

/** `others` are the company's agreements: who pays a kind now is named beside it. */
export function openDefaults(config: BankConfig, others: readonly BankConfig[]): Promise<void> {
  return openDialog({ title: `Основной для: ${config.title}` }, (close) => (
    <DefaultsForm config={config} others={others} close={close} />
  ))
}

interface DefaultsFormProps {
  config: BankConfig
  others: readonly BankConfig[]
  close: () => void
}

function DefaultsForm({ config, others, close }: DefaultsFormProps) {
  const save = useSend(company.updateBankConfig, { refreshes: REFRESHED })
  const form = useRecordForm({
    schema: company.updateBankConfig.body,
    initial: { default_for: [...config.default_for] },
    version: config.version,
    // What another agreement loses stands beside the box, so the choice is made knowingly.
    toBody: (values) => ({ ...placeOf(config), ...values, replaces_default: true }),
  })
  const holderOf = (kind: MethodKind) =>
    others.find(({ id, default_for: kinds }) => id !== config.id && kinds.includes(kind))
  return (
    <SaveForm form={form} save={save} saved={() => close()} said="Основные счета изменены">
      <p>С основного счёта платят, когда сотрудник не выбрал другой.</p>
      <Checkbox.Group aria-label="Способы выплаты" {...form.field('default_for')}>
        <Fields columns={1}>
          {config.methods.map((kind) => {
            const holder = holderOf(kind)
            return (
              <Checkbox
                key={kind}
                value={kind}
                label={methodKindTitles[kind]}
                description={holder && `Сейчас основной — ${quote(holder.title)}`}
              />
            )
          })}
        </Fields>
      </Checkbox.Group>
    </SaveForm>
  )
}

function placeOf({ id, company_id: companyId, version }: BankConfig) {
  return { companyId, bankConfigId: id, version }
}
