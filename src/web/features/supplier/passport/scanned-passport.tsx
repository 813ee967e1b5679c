import { Button } from '@mantine/core'
import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { paths, to } from '#contract/screen-paths.ts'
import type { DuplicateSupplier } from '#contract/supplier/supplier-entities.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { day } from '#web/ui/format.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { withPassport } from '../form/passport-scan.tsx'
import { duplicateQuestion } from '../form/duplicate-question.ts'
import { reasonsOf } from '../form/supplier-duplicates.tsx'
import { docTypeOptions, supplierValues } from '../form/supplier-values.ts'
import { openNewSupplier } from '../open-new-supplier.ts'
import { openSupplierCard } from '../open-supplier-card.ts'
import styles from '../supplier.module.css'

type Choice = { readonly act: string } | { readonly card: string } | 'new'

/**
 * Who a passport is of that was read where no form waits for it: the supplier with this document, else a new one. It is asked for in
 * the body of a call, so that neither the browser nor a proxy remembers it. Answers the screen to go on at.
 */
export async function showScannedPassport(read: MachineReadable): Promise<string | undefined> {
  const choice = await openDialog<Choice>({ title: 'Прочитан паспорт', width: 640 }, (close) => (
    <ScannedPassport read={read} choose={close} />
  ))
  if (!choice) return undefined
  if (choice !== 'new' && 'card' in choice) {
    void openSupplierCard(choice.card)
    return undefined
  }
  const id = choice === 'new' ? (await openNewSupplier({ passport: read }))?.id : choice.act
  return id && to(paths.createActDetails, { supplierId: id })
}

interface ScannedPassportProps {
  read: MachineReadable
  choose: (choice: Choice) => void
}

function ScannedPassport({ read, choose }: ScannedPassportProps) {
  const values = withPassport(supplierValues(), read)
  const body = duplicateQuestion(values)
  const { data, error } = useCall(supplier.findTwins, { body }, { quiet: true })
  const may = useMay('supplier.edit')
  if (error) throw error
  const owner = data?.find(({ reasons }) => reasons.includes('document'))
  const kind = docTypeOptions.find(({ value }) => value === read.type)?.label
  const number = read.number && [read.series, read.number].filter(Boolean).join(' ')
  return (
    <div className={styles['steps']}>
      <p>
        <strong>
          {[values.last_name, values.first_name, values.middle_name].join(' ').trim()}
        </strong>
        {values.birth_date && `, ${day(values.birth_date)}`}
        <br />
        {kind}: {number ?? 'номер прочитан с ошибкой, прочитайте документ ещё раз'}
      </p>
      {data ? <SimilarSuppliers found={data} choose={choose} /> : <Waiting />}
      {data && !owner && (
        <div className={styles['foot']}>
          <ActionButton
            data-autofocus={data.length === 0 || undefined}
            disabledReason={may ? undefined : 'Нет права заводить поставщиков'}
            onClick={() => choose('new')}
          >
            Новый поставщик
          </ActionButton>
        </div>
      )}
    </div>
  )
}

function SimilarSuppliers({
  found,
  choose,
}: {
  found: DuplicateSupplier[]
  choose: (choice: Choice) => void
}) {
  if (found.length === 0) return <p role="status">Поставщика с этим документом ещё нет.</p>
  return (
    <ul className={styles['plainList']} aria-label="Похожие поставщики">
      {found.map(({ id, name, status, status_reason, ...one }, place) => (
        <li key={id} className={styles['twin']}>
          <span>
            {name}: {reasonsOf({ id, name, status, status_reason, ...one })}
          </span>
          {status !== 'active' && <StatusBadge kind="supplier" status={status} />}
          <Button size="compact-sm" variant="default" onClick={() => choose({ card: id })}>
            Карточка
          </Button>
          <ActionButton
            size="compact-sm"
            data-autofocus={place === 0 || undefined}
            disabledReason={closedReason({ status, status_reason })}
            onClick={() => choose({ act: id })}
          >
            Новый акт
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

function closedReason({
  status,
  status_reason,
}: Pick<DuplicateSupplier, 'status' | 'status_reason'>) {
  if (status === 'blocked') return `Стоп-лист: ${status_reason ?? 'причина не указана'}`
  return status === 'archived' ? 'Поставщик в архиве' : undefined
}
