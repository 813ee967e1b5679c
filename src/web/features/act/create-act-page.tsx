import { useEffect, useState } from 'react'
import { useNavigate, useParams } from '#web/router/hooks.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { supplierTypeTitles } from '../supplier/form/supplier-values.ts'
import { emptyAct, type ActValues } from './draft/act-values.ts'
import { previousAct } from './draft/previous-act.ts'
import { SupplierStrip } from './draft/supplier-strip.tsx'

const ActForm = lazyPart(async () => (await import('./draft/act-form.tsx')).ActForm)

/** A new act of one supplier. */
export function Component() {
  const { supplierId = '' } = useParams()
  const navigate = useNavigate()
  const { data, error } = useCall(supplier.get, { query: { id: supplierId } })
  const previous = usePreviousAct(supplierId)
  if (error) throw error
  if (!data || !previous) return <Waiting />
  return (
    <Page title="Новый акт" beside={<span>{data.name}</span>}>
      <ActForm
        key={supplierId}
        supplierId={supplierId}
        previous={previous}
        head={
          <SupplierStrip
            id={data.id}
            name={data.name}
            about={[supplierTypeTitles[data.type], data.doc?.masked, data.inn && `ИНН ${data.inn}`]}
            status={data.status}
          />
        }
        onSaved={(actId) => navigate(to(paths.act, { actId }), { replace: true })}
      />
    </Page>
  )
}

/** The form is filled only once: the defaults from the last acts must be loaded before it opens. */
function usePreviousAct(supplierId: string): ActValues | undefined {
  const [stored, setStored] = useState<{ of: string; values: ActValues }>()
  useEffect(() => {
    let current = true
    const take = (values: ActValues) => {
      if (current) setStored({ of: supplierId, values })
    }
    previousAct(supplierId).then(take, () => take(emptyAct()))
    return () => {
      current = false
    }
  }, [supplierId])
  return stored?.of === supplierId ? stored.values : undefined
}
