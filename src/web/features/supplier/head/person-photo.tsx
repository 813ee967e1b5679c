import { Button } from '@mantine/core'
import { Camera, UserRound } from 'lucide-react'
import { useState } from 'react'
import { camera, device } from '#contract/device/device.ts'
import { files } from '#contract/file/file.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import type { SupplierCard } from '#contract/supplier/supplier-entities.ts'
import { upload } from '#web/api/upload.ts'
import { callOnce, refresh, useCall } from '#web/api/use-call.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { Viewer } from '#web/features/file/viewer.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { asJpeg } from '../../file/as-jpeg.ts'
import { FileButton } from '../../file/file-button.tsx'
import { BlobPicture } from '../../../ui/media/blob-picture.tsx'
import styles from './supplier-card.module.css'

/** The last photograph of a person with the ways to take one: a file of the computer or a camera of the yard. */
export function PersonPhoto({ card }: { card: SupplierCard }) {
  const [share, setShare] = useState<number>()
  const storePhoto = async (picture: Blob) => {
    setShare(0)
    const params = {
      entity: 'supplier' as const,
      entity_id: card.id,
      kind: 'photo' as const,
      client_id: crypto.randomUUID(),
    }
    const query = { params }
    const storedPhoto = await upload(
      files.save,
      { query, body: picture },
      { progress: setShare },
    ).catch(() => undefined)
    setShare(undefined)
    if (storedPhoto) await refresh([supplier.get])
  }
  const maySave = useMaySend(files.save)
  const closed = card.merged_into !== null || !maySave
  return (
    <div className={styles['photo']}>
      <Face card={card} />
      {!closed && (
        <span className={styles['photoDeeds']}>
          <FileButton
            label="Фото"
            accept="image/jpeg,image/png"
            share={share}
            take={async ([picture]) => picture && storePhoto(await asJpeg(picture))}
          />
          <Button
            variant="default"
            leftSection={<Camera size={16} aria-hidden />}
            title="Снимок с камеры площадки"
            onClick={async () => {
              const shot = await shoot()
              if (shot) await storePhoto(shot)
            }}
          >
            Снять
          </Button>
        </span>
      )}
    </div>
  )
}

function Face({ card }: { card: SupplierCard }) {
  const [last] = card.photos
  const { data } = useCall(
    files.get,
    { params: { id: last ?? '' } },
    { fresh: Infinity, when: last !== undefined, quiet: true },
  )
  if (!last)
    return (
      <span className={styles['face']} aria-hidden>
        <UserRound size={32} />
      </span>
    )
  return (
    <button
      type="button"
      className={styles['face']}
      aria-label={`Фото: ${card.name}`}
      onClick={() => show(card)}
    >
      {data && <BlobPicture blob={data} alt="" />}
    </button>
  )
}

function show(card: SupplierCard) {
  void openDialog({ title: `Фото: ${card.name}`, width: 960 }, () => <Album card={card} />)
}

function Album({ card }: { card: SupplierCard }) {
  const [file, setFile] = useState(card.photos[0]!)
  return <Viewer file={file} alt={`Фото: ${card.name}`} others={card.photos} show={setFile} />
}

/** A picture of one of the yard's cameras as it is now. */
export async function shoot(): Promise<Blob | undefined> {
  const devices = await callOnce(device.getAll, {}).catch(() => undefined)
  const cameras = (devices ?? []).filter(({ kind }) => kind === 'camera')
  if (cameras.length === 0) {
    toast.info('На площадке нет камер. Приложите файл')
    return undefined
  }
  const code =
    cameras.length === 1
      ? cameras[0]!.code
      : await ask.select({
          title: 'Какой камерой снять?',
          options: cameras.map((one) => ({ value: one.code, label: one.title })),
          main: 'Снять',
        })
  if (code === undefined) return undefined
  return callOnce(camera.getScreenshot, { query: { camera: code } }).catch(() => undefined)
}
