import { Textarea } from '@mantine/core'
import { updateSupplier } from '#contract/supplier/supplier-input.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Consent, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { useSend } from '#web/api/use-send.ts'
import { Form } from '#web/ui/form/form.tsx'
import { today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from '../supplier.module.css'

interface WithdrawConsentProps {
  card: SupplierCard
  signed: Consent
  close: () => void
}

/** Before the withdrawal, says what the law makes us erase and what must stay (domain.md 3.7). */
export function WithdrawConsent({ card, signed, close }: WithdrawConsentProps) {
  const save = useSend(supplier.update, { refreshes: [supplier.get, supplier.getAll] })
  const form = useRecordForm({
    schema: updateSupplier,
    initial: {
      consent: { withdrawn_at: today() as string | null, withdrawn_how: '' },
    },
    toBody: (values) => ({ id: card.id, version: card.version, ...values }),
    check: ({ consent }) =>
      consent.withdrawn_at && consent.withdrawn_at < signed.given_at
        ? { 'consent.withdrawn_at': 'Раньше дня согласия отозвать нельзя' }
        : undefined,
  })
  return (
    <Form
      form={form}
      stopsAtButton
      main="Отозвать"
      sending={save.sending}
      refusal={save.refusal}
      send={() => save.send({ body: form.body() })}
      done={() => {
        toast.success('Согласие отозвано')
        close()
      }}
    >
      <p className={styles['hint']}>
        Фотографии, эл. почта и второй адрес будут стёрты. Документ, акты и выплаты закон велит
        хранить.
      </p>
      <DateInput label="Дата заявления" required {...form.field('consent.withdrawn_at')} />
      <Textarea
        label="Как получено заявление об отзыве"
        required
        rows={3}
        maxLength={200}
        data-autofocus
        {...form.field('consent.withdrawn_how')}
      />
    </Form>
  )
}
