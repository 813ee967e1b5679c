import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { files } from '#contract/file/file.ts'
import type { PaymentCard } from '#contract/payment/payment-entities.ts'
import { upload } from '#web/api/upload.ts'
import { asJpeg } from '#web/features/file/as-jpeg.ts'
import { FileButton } from '#web/features/file/file-button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, money } from '#web/ui/format.ts'
import styles from '../payment.module.css'

export interface NotExecutedWords {
  readonly note: string
  readonly letter?: { readonly id: string; readonly name: string } | undefined
}

interface NotExecutedProps {
  card: PaymentCard
  /** What was told before and refused. */
  before: NotExecutedWords | undefined
  close: (told?: NotExecutedWords) => void
}

const SHORTEST = 20

/** What is needed to give up an unknown payment: words, and the bank's letter where no statement of those days was taken in. */
export function NotExecuted({ card, before, close }: NotExecutedProps) {
  const [note, setNote] = useState(before?.note ?? '')
  const [share, setShare] = useState<number>()
  const [letter, setLetter] = useState(before?.letter)
  const missing = SHORTEST - note.trim().length
  const attach = async ([picture]: File[]) => {
    if (!picture) return
    setShare(0)
    const params = {
      entity: 'payment' as const,
      entity_id: card.id,
      kind: 'other' as const,
      client_id: crypto.randomUUID(),
    }
    const body = await asJpeg(picture).catch(() => undefined)
    const stored =
      body &&
      (await upload(files.save, { query: { params }, body }, { progress: setShare }).catch(
        () => undefined,
      ))
    setShare(undefined)
    if (stored) setLetter({ id: stored.id, name: picture.name })
  }
  return (
    <div className={styles['stack']}>
      <Facts
        facts={[
          { label: 'Получатель', value: card.supplier_name },
          { label: 'Сумма', value: money(card.amount_kop) },
          { label: 'Отправлена', value: dateTime(card.registered_at) },
        ]}
      />
      <p className={styles['notice']} data-tone="orange">
        Решение нужно, когда с отправки прошли сутки, а банк трижды подряд ответил, что выплаты у
        него нет. Доказательство — загруженные выписки счёта за день отправки и трое суток после или
        снимок письма банка. Если банк всё же исполнит выплату, её покажет выписка.
      </p>
      <Textarea
        label="Что сообщил банк, кто и когда"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        description={missing > 0 ? `Ещё не меньше ${missing} зн.` : `${note.trim().length} из 500`}
        maxLength={500}
        autosize
        minRows={4}
        data-autofocus
      />
      <div className={styles['buttons']}>
        <FileButton
          label="Письмо банка, снимок"
          accept="image/jpeg,image/png"
          share={share}
          take={attach}
        />
        <span role="status">{letter && `Приложено: ${letter.name}`}</span>
      </div>
      <DialogButtons
        main="Подтвердить вдвоём"
        run={() => close({ note: note.trim(), letter })}
        cancel={() => close()}
        disabled={missing > 0 || share !== undefined}
      />
    </div>
  )
}
