import { useParams } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { supplierTypeTitles } from '../supplier/form/supplier-values.ts'
import { OtherReaders } from '../user/other-readers.tsx'
import { ActView } from './act-view.tsx'
import { SupplierStrip } from './draft/supplier-strip.tsx'

// An issued act, the usual one, is read and needs no form.
const ActForm = lazyPart(async () => (await import('./draft/act-form.tsx')).ActForm)

/** One act: a draft is edited by those who may; an issued act is shown with its further actions. */
export function Component() {
  const { actId = '' } = useParams()
  const { data, error } = useCall(act.get, { query: { id: actId } })
  const edits = useMaySend(act.update, 'save')
  if (error) throw error
  if (!data) return <Waiting />
  if (data.status !== 'draft' || !edits) return <ActView key={actId} card={data} />
  const { supplier } = data
  return (
    <Page
      title="Черновик акта"
      beside={
        <>
          <StatusBadge kind="act" status={data.status} />
          <OtherReaders record={{ entity: 'act', id: actId }} edits />
        </>
      }
    >
      <ActForm
        key={actId}
        supplierId={supplier.id}
        card={data}
        head={
          <SupplierStrip
            id={supplier.id}
            name={supplier.name}
            about={[
              supplierTypeTitles[supplier.type],
              supplier.doc_masked,
              supplier.inn && `ИНН ${supplier.inn}`,
            ]}
            status={supplier.status}
          />
        }
        onSaved={() => undefined}
      />
    </Page>
  )
}
