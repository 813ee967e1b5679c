import { useEffect, useRef, type PointerEvent } from 'react'
import type { PictureView } from './picture-view.ts'
import styles from './viewer.module.css'

/** Zoom factor of one wheel step. */
const WHEEL = 1.12

/** The picture itself; its blob address lives as long as the element. */
export function Picture({ blob, alt, view }: { blob: Blob; alt: string; view: PictureView }) {
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    if (picture.current) picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [blob])
  useWheel(frame, view)
  const { scale, x, y, turns } = view.look
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) view.move(event.movementX, event.movementY)
  }
  return (
    <div
      ref={frame}
      className={styles['frame']}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={(event) => view.closeUp(...fromCentre(event.currentTarget, event))}
    >
      <img
        ref={picture}
        alt={alt}
        draggable={false}
        data-turned={turns % 2 === 1 || undefined}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turns * 90}deg)` }}
        onLoad={(event) => {
          const { naturalWidth, width } = event.currentTarget
          if (width > 0) view.setFullScale(naturalWidth / width)
        }}
      />
    </div>
  )
}

/** Where the pointer is, measured from the middle of the frame. */
function fromCentre(frame: HTMLElement, at: { clientX: number; clientY: number }) {
  const box = frame.getBoundingClientRect()
  const x = at.clientX - box.left - box.width / 2
  return [x, at.clientY - box.top - box.height / 2] as const
}

/** React's wheel listener is passive and cannot prevent the page from scrolling. */
function useWheel(frame: React.RefObject<HTMLDivElement | null>, view: PictureView) {
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const by = event.deltaY < 0 ? WHEEL : 1 / WHEEL
      latest.current.zoom(by, ...fromCentre(element, event))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [frame])
}
