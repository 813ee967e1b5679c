import { camera } from '#contract/device/device.ts'
import { useConnection } from '#web/state/connection.ts'
import { useCall } from '#web/api/use-call.ts'
import type { DeviceState } from '#contract/device/site-devices.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import styles from './camera.module.css'
import { BlobPicture } from '../../../ui/media/blob-picture.tsx'

/** Two pictures fit beside the visit; F7 shows them large. */
const CAMERAS = 2

/** The first cameras of a post side by side; nothing where it has none. */
export function Cameras({ cameras, everyMs }: { cameras: DeviceState[]; everyMs: number }) {
  if (cameras.length === 0) return null
  return (
    <div className={styles['pair']}>
      {cameras.slice(0, CAMERAS).map((camera) => (
        <CameraView
          key={camera.id}
          code={camera.code}
          title={camera.title}
          everyMs={everyMs}
          open={() => enlarge(camera, everyMs)}
        />
      ))}
    </div>
  )
}

/** One camera over the whole screen, still live. */
export function enlarge(camera: DeviceState, everyMs: number) {
  void openDialog({ title: camera.title, width: 960 }, () => (
    <div className={styles['large']}>
      <CameraView code={camera.code} title={camera.title} everyMs={everyMs} open={noMore} />
    </div>
  ))
}

/** The large picture cannot be enlarged again. */
const noMore = () => undefined

/** «Камеры 1/3»: quiet where each reports and gives pictures; a camera that only says it is there does not count. */
export function CameraCount({ cameras, everyMs }: { cameras: DeviceState[]; everyMs: number }) {
  const blind = [useBlind(cameras[0], everyMs), useBlind(cameras[1], everyMs)]
  const lost = useConnection(({ state }) => state === 'lost')
  const seen = cameras.filter(({ status }, place) => status === 'online' && !blind[place]).length
  const text = `Камеры ${lost ? '—' : seen}/${cameras.length}`
  if (lost || seen === cameras.length) return <span>{text}</span>
  return <Badge tone="orange" icon="question" label={text} />
}

/** Whether a camera gives no picture; its answer is the one that its view shows. */
function useBlind(one: DeviceState | undefined, everyMs: number): boolean {
  return useCall(
    camera.getScreenshot,
    { query: { camera: one?.code ?? 0 } },
    { every: everyMs, quiet: true, when: one !== undefined },
  ).failed
}

interface CameraViewProps {
  code: number
  title: string
  everyMs: number
  open: () => void
}

/** What a camera sees now; a silent camera says so and blocks nothing. */
function CameraView({ code, title, everyMs, open }: CameraViewProps) {
  const { data, failed } = useCall(
    camera.getScreenshot,
    { query: { camera: code } },
    { every: everyMs, quiet: true },
  )
  // An old picture beside a live weight could show another vehicle.
  const lost = useConnection(({ state }) => state === 'lost')
  return (
    <button type="button" className={styles['camera']} title="Во весь экран" onClick={open}>
      {data && !failed && !lost ? (
        <BlobPicture blob={data} alt={`Камера: ${title}`} />
      ) : (
        <span>{failed || lost ? 'Нет снимка' : 'Загрузка…'}</span>
      )}
      <small>{title}</small>
    </button>
  )
}
