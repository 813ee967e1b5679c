import { Link } from 'react-router'
import { paymentOrder } from '#contract/payment/order.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PaperLayer } from '#web/ui/print/paper-layer.tsx'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'

/** The payment order of one payment: `?order=` in the address of the list. */
export function OrderPaper({ id }: { id: string }) {
  const { data, error } = useCall(paymentOrder.getOrder, { query: { id } }, { quiet: true })
  const pdf = useSend(paymentOrder.getOrderPdf)
  const record = `${paths.payments}?id=${id}`
  if (error)
    return (
      <Page title="Платёжное поручение">
        <p role="alert">{error.message}</p>
        <Link to={record}>Вернуться к выплате</Link>
      </Page>
    )
  if (!data) return <Waiting />
  return (
    <PaperLayer>
      <PrintSheet
        title={data.title}
        html={data.html}
        record={record}
        back="К выплате"
        pdf={(copies) => pdf.send({ query: { id, copies } })}
      />
    </PaperLayer>
  )
}
