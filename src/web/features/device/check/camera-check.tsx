import { device } from '#contract/device/device.ts'
import { send } from '#web/api/send.ts'
import { BlobPicture } from '../../../ui/media/blob-picture.tsx'
import styles from '../device.module.css'
import { PollAgain } from './poll-again.tsx'

interface CameraCheckProps {
  companyId: string
  deviceId: string
  title: string
}

/** One picture of a camera. */
export function CameraCheck(props: CameraCheckProps) {
  return <PollAgain {...props} take={takePicture} repeatLabel="Ещё снимок" Show={Picture} />
}

function Picture({ seen, title }: { seen: Blob; title: string }) {
  return (
    <div className={styles['picture']}>
      <BlobPicture blob={seen} alt={`Снимок: ${title}`} />
    </div>
  )
}

function takePicture(companyId: string, device_id: string, signal: AbortSignal): Promise<Blob> {
  return send(device.superTakePicture, { body: { companyId, device_id } }, { signal })
}
