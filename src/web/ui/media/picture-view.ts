import { useState } from 'react'

/** Position of a picture in its frame; `scale` 1 = whole picture in the frame. */
export interface ViewState {
  scale: number
  x: number
  y: number
  turns: number
}

const WHOLE: ViewState = { scale: 1, x: 0, y: 0, turns: 0 }
const MIN_SCALE = 0.5
const MAX_SCALE = 12
/** A double click enlarges at least so much where the screen shows all points of the picture anyway. */
const CLOSE_UP = 2

/** Zoom, drag and rotation of one picture; another file starts unscaled. */
export function usePictureView(file: string) {
  const [viewed, setViewed] = useState({ file, look: WHOLE })
  // Scale at which a pixel of the picture is a pixel of the screen, known once it is loaded.
  const [fullScale, setFullScale] = useState(1)
  const look = viewed.file === file ? viewed.look : WHOLE
  const set = (change: Partial<ViewState>) => setViewed({ file, look: { ...look, ...change } })
  /** Zooms around the point of the frame under the pointer, measured from its centre. */
  const zoom = (by: number, px = 0, py = 0) => {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, look.scale * by))
    const ratio = scale / look.scale
    set({ scale, x: px - (px - look.x) * ratio, y: py - (py - look.y) * ratio })
  }
  const fit = () => set({ scale: 1, x: 0, y: 0 })
  return {
    look,
    zoom,
    move: (dx: number, dy: number) => set({ x: look.x + dx, y: look.y + dy }),
    turn: () => set({ turns: (look.turns + 1) % 4 }),
    fit,
    /** From the whole picture to a close-up at the pointer, and back. */
    closeUp: (px: number, py: number) =>
      look.scale === 1 ? zoom(Math.max(CLOSE_UP, fullScale), px, py) : fit(),
    full: () => set({ scale: fullScale, x: 0, y: 0 }),
    setFullScale,
  }
}

export type PictureView = ReturnType<typeof usePictureView>
