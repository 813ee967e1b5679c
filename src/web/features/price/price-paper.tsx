import { price } from '#contract/price/price.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { PaperLayer } from '#web/ui/print/paper-layer.tsx'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

/** One column for the wall of the yard, as it is at this moment. */
export function PricePaper({ columnId }: { columnId: string }) {
  const { data, error } = useCall(price.getBody, { query: { column_id: columnId } })
  const pdf = useSend(price.getPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PaperLayer>
      <PrintSheet
        title={`Прайс: ${data.title}`}
        html={data.html}
        record={paths.price}
        pdf={(copies) => pdf.send({ query: { column_id: columnId, copies } })}
      />
    </PaperLayer>
  )
}
