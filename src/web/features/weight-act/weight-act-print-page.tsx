import { useParams } from '#web/router/hooks.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const NOTES: Record<string, string> = {
  draft: 'Черновик: не проведён',
  void: 'Весовой акт аннулирован',
}

/** One weight act as it leaves the printer. */
export function Component() {
  const { weightActId = '' } = useParams()
  const { data, error } = useCall(weightacts.get, { params: { id: weightActId } })
  const pdf = useSend(weightacts.getPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PrintSheet
      title={`Весовой акт № ${data.number}`}
      html={data.body_html}
      copies={data.copies}
      record={`${paths.weightacts}?peek=${data.id}`}
      pdf={(copies) => pdf.send({ params: { id: weightActId }, query: { copies } })}
      note={NOTES[data.status]}
    />
  )
}
