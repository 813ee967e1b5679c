import { useParams } from '#web/router/hooks.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paths } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'

/** The register of the payments of one registry as it leaves the printer. */
export function Component() {
  const { registryId = '' } = useParams()
  const { data, error } = useCall(paymentRegistry.getRegistryBody, { query: { registryId } })
  const pdf = useSend(paymentRegistry.getRegistryPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PrintSheet
      title={data.title}
      html={data.html}
      record={`${paths.payments}?registry=${registryId}`}
      back="К выплатам реестра"
      wide
      pdf={(copies) => pdf.send({ query: { registryId, copies } })}
    />
  )
}
