import { Button } from '@mantine/core'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from '../rows.module.css'
import styles from '../service/service.module.css'

/** Shows a secret that was just made: it is not shown again. */
export async function showSecretOnce(title: string, secret: string | null): Promise<void> {
  if (secret === null) {
    await ask.confirm({
      title: 'Секрет уже был показан',
      text: 'Ответ пришёл повторно, и секрета в нём нет. Выпустите новый секрет этого адреса.',
      main: 'Понятно',
    })
    return
  }
  await openDialog({ title: `Секрет: ${title}`, width: 640 }, () => <SecretText value={secret} />)
}

function SecretText({ value }: { value: string }) {
  const copy = () => {
    void navigator.clipboard.writeText(value)
    toast.success('Секрет скопирован')
  }
  return (
    <div className={styles['once']}>
      <p>
        Секрет показан один раз: скопируйте его в программу сейчас. Им она проверяет, что событие
        пришло от вашего сервера.
      </p>
      <code className={styles['key']} aria-label="Секрет">
        {value}
      </code>
      <div className={rows['buttons']}>
        <Button onClick={copy}>Скопировать секрет</Button>
      </div>
    </div>
  )
}
