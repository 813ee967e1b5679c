import { useParams } from '#web/router/hooks.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

/** The consent of one supplier, in the text that is to be signed now: with the whole document, which is recorded. */
export function Component() {
  const { supplierId = '' } = useParams()
  const { data, error } = useCall(supplier.get, { query: { id: supplierId, personal: '1' } })
  const pdf = useSend(supplier.getConsentPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PrintSheet
      title={`Согласие: ${data.name}`}
      html={data.consent.body_html}
      record={`${paths.suppliers}?card=${data.id}`}
      pdf={(copies) => pdf.send({ query: { id: supplierId, copies } })}
      note={`Версия текста ${data.consent.text_version}`}
    />
  )
}
