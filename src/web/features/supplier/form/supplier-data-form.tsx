import { Button, SegmentedControl } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { updateSupplier } from '#contract/supplier/supplier-input.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { supplierTypes, type SupplierType } from '#contract/supplier/supplier-kinds.ts'
import { useSend } from '#web/api/use-send.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { Form } from '#web/ui/form/form.tsx'
import { focusField } from '#web/ui/form/form-keys.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { areNamesMeant } from './odd-names.ts'
import { KeptDocument } from './kept-document.tsx'
import { SupplierFields } from './supplier-fields.tsx'
import { SupplierDuplicates, useDuplicates } from './supplier-duplicates.tsx'
import { supplierBody, supplierTypeTitles, supplierValues } from './supplier-values.ts'
import styles from '../supplier.module.css'

interface SupplierDataFormProps {
  card: SupplierCard
  /** The requested field, as the list of missing data names it; a new object requests it again. */
  focus?: { field: string } | undefined
  openCard: (id: string) => void
  done?: () => void
  /** Closes the form where it is open only for a while. */
  cancel?: () => void
}

/** Data of a saved supplier; the document is shown masked and replaced as a whole. */
export function SupplierDataForm(props: SupplierDataFormProps) {
  const { card, focus, openCard, done, cancel } = props
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focus) focusField(frame.current, [focus.field === 'doc' ? 'doc.number' : focus.field])
  }, [focus])
  const save = useSend(supplier.update, { refreshes: [supplier.get, supplier.getAll] })
  const form = useRecordForm({
    schema: updateSupplier,
    initial: supplierValues(card),
    version: card.version,
    draft: `supplier ${card.id}`,
    toBody: (values) => ({ ...supplierBody(values, card), id: card.id, version: card.version }),
  })
  const readOnly = !useMaySend(supplier.update)
  const duplicates = useDuplicates(form.values, { own: card.id, rest: readOnly })
  // The numbers of issued acts depend on the kind of supplier (domain.md 2.4).
  const fixed = card.acts_count > 0
  return (
    <div ref={frame}>
      <Form
        form={form}
        main="Сохранить"
        readOnly={readOnly}
        sending={save.sending}
        refusal={save.refusal}
        send={async () =>
          (await areNamesMeant(form.values, card)) ? save.send({ body: form.body() }) : undefined
        }
        done={() => {
          toast.success('Поставщик сохранён')
          done?.()
        }}
        actions={
          cancel && (
            <Button variant="subtle" onClick={cancel}>
              Отмена
            </Button>
          )
        }
      >
        <div className={styles['kinds']} data-path="type" data-label="Вид поставщика">
          <SegmentedControl
            aria-label="Вид поставщика"
            data={supplierTypes.map((value) => ({ value, label: supplierTypeTitles[value] }))}
            value={form.values.type}
            disabled={fixed}
            onChange={(value) => form.set({ type: value as SupplierType })}
          />
          {fixed && <span>Вид закреплён: на поставщика уже есть акты.</span>}
        </div>
        <SupplierFields
          form={form}
          card={card}
          document={card.type !== 'company' && card.doc && <KeptDocument card={card} />}
        />
        <SupplierDuplicates duplicates={duplicates} openCard={openCard} />
      </Form>
    </div>
  )
}
