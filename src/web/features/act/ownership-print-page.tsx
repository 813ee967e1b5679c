import { useParams } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'

const NOTES: Record<string, string> = {
  draft: 'Черновик: номер акта появится после выписки',
  void: 'Акт аннулирован',
}

/** The statement of ownership of one act as it leaves the printer. */
export function Component() {
  const { actId = '' } = useParams()
  const { data, error } = useCall(act.getOwnershipBody, { query: { actId } })
  const pdf = useSend(act.getOwnershipPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PrintSheet
      title={data.title}
      html={data.html}
      record={to(paths.act, { actId })}
      back="К акту"
      pdf={(copies) => pdf.send({ query: { actId, copies } })}
      note={NOTES[data.status]}
    />
  )
}
