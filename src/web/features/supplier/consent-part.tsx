import { Button } from '@mantine/core'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { files } from '#contract/file.ts'
import { supplier } from '#contract/supplier.ts'
import type { SupplierCard } from '#contract/supplier-entities.ts'
import { upload } from '#web/api/upload.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths, to } from '#web/paths.ts'
import { ask } from '#web/ui/ask.ts'
import { Facts } from '#web/ui/facts.tsx'
import { day, today } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keys.ts'
import { printRecord } from '#web/ui/print-record.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { asJpeg } from '../file/as-jpeg.ts'
import { FileButton } from '../file/file-button.tsx'
import styles from './supplier.module.css'

/** Print the text, take it back signed as a picture, withdraw it later. */
export function ConsentPart({ card }: { card: SupplierCard }) {
  const save = useSend(supplier.update, { refreshes: [supplier.get, supplier.getAll] })
  const [share, setShare] = useState<number>()
  const signed = card.consents.find((consent) => consent.status === 'signed')
  const print = () => void printRecord(to(paths.printConsent, { supplierId: card.id }))
  useKeys([{ code: 'KeyP', ctrl: true, label: 'Напечатать согласие', run: print }])
  const attach = async ([picture]: File[]) => {
    if (!picture) return
    setShare(0)
    const { text_version } = card.consent
    const params = {
      entity: 'supplier' as const,
      entity_id: card.id,
      kind: 'consent' as const,
      text_version,
      client_id: crypto.randomUUID(),
    }
    const kept = await asJpeg(picture)
      .then((body) => upload(files.save, { query: { params }, body }, { progress: setShare }))
      .catch(() => undefined)
    setShare(undefined)
    if (!kept) return
    const consent = { text_version, file_id: kept.id, given_at: today() }
    const body = { id: card.id, version: card.version, consent }
    if (await save.send({ body })) toast.success('Согласие подписано')
  }
  const withdraw = async () => {
    const withdrawn_how = await ask.textarea({
      title: 'Отозвать согласие?',
      label: 'Как получено заявление об отзыве',
      main: 'Отозвать',
      max: 200,
    })
    if (!withdrawn_how) return
    const consent = { withdrawn_at: today(), withdrawn_how }
    await save.send({ body: { id: card.id, version: card.version, consent } })
  }
  return (
    <div className={styles['consent']}>
      {signed ? (
        <Facts
          facts={[
            {
              label: 'Состояние',
              value: <StatusBadge kind="consent" status={card.consent_status} />,
            },
            { label: 'Подписано', value: day(signed.given_at) },
            { label: 'Действует до', value: day(signed.valid_until) },
            { label: 'Версия текста', value: signed.text_version },
          ]}
        />
      ) : (
        <p className={styles['hint']}>
          Напечатайте согласие, дайте подписать и приложите фотографию или скан листа.
        </p>
      )}
      <div className={styles['buttons']}>
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden />}
          title="Ctrl + P"
          onClick={print}
        >
          Напечатать согласие
        </Button>
        {signed ? (
          <Button variant="default" loading={save.sending} onClick={() => void withdraw()}>
            Отозвать
          </Button>
        ) : (
          <FileButton
            label="Приложить подписанное"
            accept="image/jpeg,image/png"
            share={share}
            take={attach}
          />
        )}
      </div>
    </div>
  )
}
