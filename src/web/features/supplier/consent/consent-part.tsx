import { Button } from '@mantine/core'
import { useMaySend } from '#web/api/use-may.ts'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { files } from '#contract/file/file.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Consent, SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { upload } from '#web/api/upload.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { day, today } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { printRecord } from '#web/ui/print/print-record.ts'
import { StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { asJpeg } from '../../file/as-jpeg.ts'
import { FileButton } from '../../file/file-button.tsx'
import { Link } from '#web/router/link.tsx'
import { Rows } from '../head/supplier-trade.tsx'
import { WithdrawConsent } from './withdraw-consent.tsx'
import styles from '../supplier.module.css'

/** Print the text, attach the signed page as a picture, withdraw it later; all previous consents remain visible. */
export function ConsentPart({ card }: { card: SupplierCard }) {
  const keyOf = useHotkeyNames()
  const changes = useMaySend(supplier.update)
  const attaches = useMaySend(files.save)
  const signed = card.consents.find((consent) => consent.status === 'signed')
  const print = () => void printRecord(to(paths.printConsent, { supplierId: card.id }))
  useKeys([{ hotkey: 'print', label: 'Напечатать согласие', run: print }])
  return (
    <div className={styles['consent']}>
      <p className={styles['kept']}>
        <StatusBadge kind="consent" status={card.consent_status} />
        {signed
          ? `Подписано ${day(signed.given_at)}, действует до ${day(signed.valid_until)}.`
          : 'Напечатайте согласие, дайте подписать и приложите фотографию или скан листа.'}
      </p>
      <div className={styles['buttons']}>
        <Button
          variant="default"
          leftSection={<Printer size={16} aria-hidden />}
          title={keyOf('print')}
          onClick={print}
        >
          Напечатать согласие
        </Button>
        {changes && signed && <Withdraw card={card} signed={signed} />}
        {changes && attaches && !signed && <Sign card={card} />}
      </div>
      {card.consents.length > 0 && <Consents consents={card.consents} />}
    </div>
  )
}

/** The signed sheet with the day that is written on it. */
function Sign({ card }: { card: SupplierCard }) {
  const save = useSend(supplier.update, { refreshes: [supplier.get, supplier.getAll] })
  const [share, setShare] = useState<number>()
  const [given, setGiven] = useState<string | null>(today())
  const attach = async ([picture]: File[]) => {
    if (!picture || !given) return
    setShare(0)
    const { text_version } = card.consent
    const params = {
      entity: 'supplier' as const,
      entity_id: card.id,
      kind: 'consent' as const,
      text_version,
      client_id: crypto.randomUUID(),
    }
    const jpeg = await asJpeg(picture)
      .then((body) => upload(files.save, { query: { params }, body }, { progress: setShare }))
      .catch(() => undefined)
    setShare(undefined)
    if (!jpeg) return
    const consent = { text_version, file_id: jpeg.id, given_at: given }
    const body = { id: card.id, version: card.version, consent }
    if (await save.send({ body })) toast.success('Согласие подписано')
  }
  return (
    <>
      <DateInput aria-label="Дата подписи" value={given} onChange={setGiven} />
      <FileButton
        label="Приложить подписанное"
        accept="image/jpeg,image/png"
        share={share}
        take={attach}
      />
    </>
  )
}

function Withdraw({ card, signed }: { card: SupplierCard; signed: Consent }) {
  return (
    <Button
      variant="default"
      onClick={() =>
        void openDialog({ title: 'Отозвать согласие', width: 640 }, (close) => (
          <WithdrawConsent card={card} signed={signed} close={close} />
        ))
      }
    >
      Отозвать
    </Button>
  )
}

function Consents({ consents }: { consents: Consent[] }) {
  return (
    <Rows
      heads={['Подписано', 'Действует до', 'Текст', 'Скан', 'Статус', 'Отозвано']}
      empty=""
      rows={consents.map((one) => [
        day(one.given_at),
        day(one.valid_until),
        `версия ${one.text_version}`,
        one.file_id ? (
          <Link key="f" to={to(paths.image, { fid: one.file_id })}>
            Открыть
          </Link>
        ) : (
          '—'
        ),
        <StatusBadge key="s" kind="consent" status={one.status} />,
        one.withdrawn_at ? `${day(one.withdrawn_at)}: ${one.withdrawn_how ?? ''}` : '—',
      ])}
    />
  )
}
