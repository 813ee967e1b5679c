import { Checkbox, TextInput } from '@mantine/core'
import type { Provider } from '#contract/bank/bank-set-up.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { AccountInput } from '#web/ui/inputs/masked-inputs.tsx'
import type { KeyValues } from './key-values.ts'

/** What a person types into an agreement whatever the provider; `credentials` are the provider's own fields. */
export interface ConfigValues extends Record<string, unknown> {
  title: string
  account: string
  credentials: KeyValues
  allow_test_payment: boolean
  raw_card_allowed: boolean
  pci_certificate: string
}

interface ConfigFieldsProps {
  form: RecordForm<ConfigValues>
  provider: Provider
  bik: string
}

/** Name, the payer's account where the provider pays from one, and what the company is allowed. */
export function ConfigFields({ form, provider, bik }: ConfigFieldsProps) {
  const paysCards = provider.methods.includes('card')
  return (
    <>
      <FieldGroup title="Настройка">
        <Fields columns={2}>
          <TextInput
            label="Название"
            required
            description="Так настройку видят сотрудники"
            {...form.field('title')}
          />
          {provider.payer_account && (
            <AccountInput
              label="Счёт, с которого платят"
              required
              bik={bik}
              {...form.field('account')}
            />
          )}
        </Fields>
      </FieldGroup>
      {(paysCards || !provider.by_file) && (
        <FieldGroup title="Разрешения">
          {!provider.by_file && (
            <Checkbox
              label="Проверочные платежи и после запуска"
              description="Пока настройка проверяется, они разрешены всегда"
              {...form.field('allow_test_payment', { type: 'checkbox' })}
            />
          )}
          {paysCards && (
            <Checkbox
              label="Вводить полный номер карты"
              description={provider.training ? '' : 'Нужен сертификат PCI DSS'}
              {...form.field('raw_card_allowed', { type: 'checkbox' })}
            />
          )}
          {paysCards && !provider.training && form.values.raw_card_allowed && (
            <TextInput
              label="Номер сертификата PCI DSS"
              required
              {...form.field('pci_certificate')}
            />
          )}
        </FieldGroup>
      )}
    </>
  )
}
