import { useParams } from '#web/router/hooks.ts'
import { act } from '#contract/act/act.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

const NOTES: Record<string, string> = {
  draft: 'Черновик: номер появится после выписки',
  void: 'Акт аннулирован',
}

/** The stored body of an act; reading it counts as a print, so it is read once and never refreshed. */
export function Component() {
  const { actId = '' } = useParams()
  const { data, error } = useCall(act.getBody, { query: { actId } }, { fresh: Infinity })
  const pdf = useSend(act.getPdf)
  if (error) throw error
  if (!data) return <Waiting />
  return (
    <PrintSheet
      title={data.number ? `Акт № ${data.number}` : 'Акт, черновик'}
      html={data.html}
      copies={data.copies}
      record={to(paths.act, { actId })}
      pdf={(copies) => pdf.send({ query: { actId, copies } })}
      note={NOTES[data.status]}
    />
  )
}
