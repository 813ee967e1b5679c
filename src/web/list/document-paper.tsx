import { Link, useLocation, useSearchParams } from 'react-router'
import { report } from '#contract/report/report.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PaperLayer } from '#web/ui/print/paper-layer.tsx'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'

/** A document over the records of a list: `?print=register_book` and its parameters in the address of the list. */
export function DocumentPaper({ kind }: { kind: string }) {
  const { pathname } = useLocation()
  const [address] = useSearchParams()
  const { print: _print, ...params } = Object.fromEntries(address)
  const { data, error } = useCall(report.getDocument, { query: { kind, params } }, { quiet: true })
  const pdf = useSend(report.getDocumentPdf)
  if (error)
    return (
      <Page title="Печать">
        <p role="alert">{[error.message, ...Object.values(error.fields)].join('. ')}</p>
        <Link to={pathname}>Вернуться к списку</Link>
      </Page>
    )
  if (!data) return <Waiting />
  return (
    <PaperLayer>
      <PrintSheet
        title={data.title}
        html={data.html}
        record={pathname}
        back="К списку"
        wide
        pdf={(copies) => pdf.send({ query: { kind, params, copies } })}
      />
    </PaperLayer>
  )
}
