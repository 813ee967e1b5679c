import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { dateTime } from '#web/ui/format.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import type { Point } from './quad.ts'
import styles from './scanner.module.css'

const WANTED: MediaStreamConstraints = {
  // The camera at the back of a phone; of a computer the one there is.
  video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
}
const QUALITY = 0.92

/** Frames that are looked at, 5 a second. */
const FRAME_MS = 200

interface CameraViewProps {
  /** What the button says that takes a picture. */
  label: string
  take: (shot: File) => void
  /** Looks at frames one after another, each while the next is not yet due. */
  watch?: (frame: ImageBitmap) => Promise<void>
  /** Where something was found, in shares of the picture's sides. */
  found?: readonly Point[] | undefined
}

/** The live picture of this computer's or phone's camera, and a button that takes it. */
export function CameraView({ label, take, watch, found }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOpen = true
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    openCamera().then(
      (opened) => {
        stream = opened
        if (!isOpen) return stop()
        if (video.current) video.current.srcObject = opened
      },
      (error: unknown) => isOpen && setProblem(problemOf(error)),
    )
    return () => {
      isOpen = false
      stop()
    }
  }, [])
  useFrames(video, isLive, watch)
  const shoot = async () => {
    const { videoWidth, videoHeight } = video.current!
    const canvas = new OffscreenCanvas(videoWidth, videoHeight)
    canvas.getContext('2d')!.drawImage(video.current!, 0, 0)
    const shot = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    const name = `Снимок ${dateTime(new Date().toISOString())}`
    take(new File([shot], name, { type: 'image/jpeg' }))
  }
  if (problem) return <p role="alert">{problem}</p>
  return (
    <div className={styles['camera']}>
      <div className={styles['view']}>
        <video
          ref={video}
          className={styles['live']}
          autoPlay
          muted
          playsInline
          aria-label="Изображение камеры"
          onLoadedData={() => setIsLive(true)}
        />
        {found && (
          <svg className={styles['hit']} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <polygon
              className={styles['outline']}
              points={found.map(({ x, y }) => `${x},${y}`).join(' ')}
            />
          </svg>
        )}
      </div>
      {isLive ? <Button onClick={() => void shoot()}>{label}</Button> : <Waiting />}
    </div>
  )
}

function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  isLive: boolean,
  watch: CameraViewProps['watch'],
) {
  const latest = useRef(watch)
  useEffect(() => {
    latest.current = watch
  })
  const isWatched = watch !== undefined
  useEffect(() => {
    if (!isLive || !isWatched) return undefined
    let isBusy = false
    const readFrame = async () => {
      if (isBusy || !video.current) return
      isBusy = true
      // A frame that cannot be read is followed by another.
      await createImageBitmap(video.current)
        .then((frame) => latest.current?.(frame))
        .catch(() => undefined)
      isBusy = false
    }
    const timer = setInterval(() => void readFrame(), FRAME_MS)
    return () => clearInterval(timer)
  }, [isLive, isWatched, video])
}

function openCamera(): Promise<MediaStream> {
  // Browsers give cameras to HTTPS and localhost alone.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices) return Promise.reject(new DOMException('', 'SecurityError'))
  return mediaDevices.getUserMedia(WANTED)
}

const PROBLEMS: Readonly<Record<string, string>> = {
  SecurityError: 'Камера доступна только по HTTPS. Приложите файл снимка.',
  NotAllowedError:
    'Браузеру запрещена камера. Разрешите её для этого адреса или приложите файл снимка.',
  NotFoundError: 'Камера не найдена. Подключите её или приложите файл снимка.',
  NotReadableError: 'Камера занята другой программой. Закройте её или приложите файл снимка.',
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  return PROBLEMS[name] ?? 'Камера не включилась. Приложите файл снимка.'
}
