import { createPortal } from 'react-dom'
import { price } from '#contract/price/price.ts'
import { useCall } from '#web/api/use-call.ts'
import { paths } from '#web/paths.ts'
import { PrintSheet } from '#web/ui/print/print-sheet.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from './price-paper.module.css'

/** One column for the wall of the yard, as it is at this moment, over the frame of the screens: paper has none. */
export function PricePaper({ columnId }: { columnId: string }) {
  const { data, error } = useCall(price.getBody, { query: { column_id: columnId } })
  if (error) throw error
  if (!data) return <Waiting />
  return createPortal(
    <div className={`${styles['paper']} price-paper`}>
      <PrintSheet title={`Прайс: ${data.title}`} html={data.html} record={paths.price} />
    </div>,
    document.body,
  )
}
