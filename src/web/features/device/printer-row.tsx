import { Button } from '@mantine/core'
import type { YardSetUp } from '#contract/device/site-devices.ts'
import { device } from '#contract/device/device.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from './device.module.css'
import { openPost } from './place-forms.tsx'

interface PrinterRowProps {
  companyId: string
  post: YardSetUp['posts'][number]
}

/** The slip printer of a post among the devices of its site. */
export function PrinterRow({ companyId, post }: PrinterRowProps) {
  const print = useSend(device.superPrintTest)
  if (!post.printer) return null
  const { host, port, columns } = post.printer
  const name = `Принтер талонов, пост ${post.number}`
  const run = async () => {
    const yes = await ask.confirm({
      title: 'Напечатать пробный талон?',
      text: 'На бумаге будут буквы, жирный вес и код: так видно, что принтер настроен верно.',
      facts: [{ label: 'Принтер', value: `${host}:${port}` }],
      main: 'Напечатать',
    })
    if (!yes) return
    const printed = await print.send({ body: { companyId, post: post.number } })
    if (printed) toast.success('Принтер принял пробный талон')
  }
  return (
    <tr>
      <td>
        Принтер талонов
        <small>
          {host}:{port} · {plural(columns, 'знак', 'знака', 'знаков')} в строке
        </small>
      </td>
      <td>{post.number}</td>
      <td colSpan={5}>
        {print.refusal && (
          <span role="alert" className={styles['bad']}>
            {print.refusal.explanation}
          </span>
        )}
      </td>
      <td>
        <div className={styles['buttons']}>
          <Button
            size="compact-sm"
            variant="default"
            disabled={print.sending}
            aria-label={`Проверить: ${name}`}
            onClick={() => void run()}
          >
            Проверить
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Изменить: ${name}`}
            onClick={() => void openPost(companyId, post)}
          >
            Изменить
          </Button>
        </div>
      </td>
    </tr>
  )
}
