import { agreementFields } from '#contract/bank/agreement-record.ts'
import type { Provider } from '#contract/bank/bank-set-up.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import type { FormValues } from '#web/ui/form/record-values.ts'
import { AccountInput } from '#web/ui/inputs/masked-inputs.tsx'
import type { KeyValues } from './key-values.ts'

/** What a person types into an agreement whatever the provider; `credentials` are the provider's own fields. */
type ConfigValues = FormValues<typeof agreementFields> & { credentials: KeyValues }

/** A simulator stores no card: it asks for no certificate. */
const trainingFields = {
  ...agreementFields,
  raw_card_allowed: { ...agreementFields.raw_card_allowed, hint: '' },
}

interface ConfigFieldsProps {
  form: RecordForm<ConfigValues>
  provider: Provider
  bik: string
}

/** Name, the payer's account where the provider pays from one, and what the company is allowed. */
export function ConfigFields({ form, provider, bik }: ConfigFieldsProps) {
  const paysCards = provider.methods.includes('card')
  const fields = provider.training ? trainingFields : agreementFields
  return (
    <>
      <FieldGroup title="Счёт">
        <Fields columns={2}>
          <RecordInputs form={form} fields={fields} part="name" />
          {provider.payer_account && (
            <AccountInput
              label={fields.account.label}
              required
              bik={bik}
              {...form.field('account')}
            />
          )}
        </Fields>
      </FieldGroup>
      {(paysCards || !provider.by_file) && (
        <FieldGroup title="Разрешения">
          {!provider.by_file && <RecordInputs form={form} fields={fields} part="tests" />}
          {paysCards && <RecordInputs form={form} fields={fields} part="cards" />}
          {paysCards && !provider.training && form.values.raw_card_allowed && (
            <RecordInputs form={form} fields={fields} part="certificate" />
          )}
        </FieldGroup>
      )}
    </>
  )
}
