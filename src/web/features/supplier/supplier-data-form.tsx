import { updateSupplier } from '#contract/supplier-input.ts'
import { supplier } from '#contract/supplier.ts'
import type { SupplierCard } from '#contract/supplier-entities.ts'
import { useSend } from '#web/api/use-send.ts'
import { Form } from '#web/ui/form.tsx'
import { useRecordForm } from '#web/ui/record-form.ts'
import { toast } from '#web/ui/toast.ts'
import { SupplierFields } from './supplier-fields.tsx'
import { SupplierTwins } from './supplier-twins.tsx'
import { supplierBody, supplierValues } from './supplier-values.ts'

/** Own data of a kept supplier; the document is shown masked and replaced as a whole. */
export function SupplierDataForm({ card }: { card: SupplierCard }) {
  const save = useSend(supplier.update, { refreshes: [supplier.get, supplier.getAll] })
  const form = useRecordForm({
    schema: updateSupplier,
    initial: supplierValues(card),
    version: card.version,
    toBody: ({ type, ...values }) => {
      const { type: _, ...body } = supplierBody({ type, ...values }, true)
      return { ...body, id: card.id, version: card.version }
    },
  })
  return (
    <Form
      form={form}
      main="Сохранить"
      sending={save.sending}
      refusal={save.refusal}
      send={() => save.send({ body: form.body() as never })}
      done={() => toast.success('Поставщик сохранён')}
    >
      <SupplierTwins values={form.values} own={card.id} />
      <SupplierFields form={form} docKept={card.doc?.masked} />
    </Form>
  )
}
