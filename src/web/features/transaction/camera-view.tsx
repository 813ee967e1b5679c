import { useEffect, useRef } from 'react'
import { camera } from '#contract/device.ts'
import { useCall } from '#web/api/use-call.ts'
import styles from './station.module.css'

interface CameraViewProps {
  code: number
  title: string
  everyMs: number
  open: () => void
}

/** What a camera sees now; a silent camera says so and blocks nothing. */
export function CameraView({ code, title, everyMs, open }: CameraViewProps) {
  const { data, error } = useCall(
    camera.getScreenshot,
    { query: { camera: code } },
    { every: everyMs, quiet: true },
  )
  return (
    <button type="button" className={styles['camera']} title="Во весь экран" onClick={open}>
      {data && !error ? (
        <BlobPicture blob={data} alt={`Камера: ${title}`} />
      ) : (
        <span>{error ? 'Нет снимка' : 'Загрузка…'}</span>
      )}
      <small>{title}</small>
    </button>
  )
}

/** A picture out of bytes; its address lives as long as the element. */
export function BlobPicture({ blob, alt }: { blob: Blob; alt: string }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={picture} alt={alt} draggable={false} />
}
