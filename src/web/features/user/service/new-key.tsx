import { Button } from '@mantine/core'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from '../rows.module.css'
import styles from './service.module.css'

/** Shows a key that was just made: the server keeps its digest alone and cannot show it again. */
export async function showKeyOnce(title: string, key: string | null): Promise<void> {
  if (key === null) {
    await ask.confirm({
      title: 'Ключ уже был показан',
      text: 'Ответ пришёл повторно, и ключа в нём нет. Отзовите этот ключ и выпустите новый.',
      main: 'Понятно',
    })
    return
  }
  await openDialog({ title: `Ключ: ${title}`, width: 640 }, () => <NewKeyText value={key} />)
}

function NewKeyText({ value }: { value: string }) {
  const example = `curl -H 'Authorization: Bearer ${value}' ${location.origin}/api/v1/company/getCompany`
  const copy = (text: string, said: string) => {
    void navigator.clipboard.writeText(text)
    toast.success(said)
  }
  return (
    <div className={styles['once']}>
      <p>
        Ключ показан один раз: скопируйте его сейчас. Сервер хранит только отпечаток и показать ключ
        ещё раз не сможет.
      </p>
      <code className={styles['key']} aria-label="Ключ">
        {value}
      </code>
      <div className={rows['buttons']}>
        <Button onClick={() => copy(value, 'Ключ скопирован')}>Скопировать ключ</Button>
        <Button variant="default" onClick={() => copy(example, 'Команда скопирована')}>
          Скопировать пробную команду
        </Button>
      </div>
    </div>
  )
}
