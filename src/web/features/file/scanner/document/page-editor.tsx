import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { toast } from '#web/ui/feedback/toast.ts'
import { insideOf, type Point, type Quad, type Size } from '../quad.ts'
import type { ScannedPage } from '../scanned-page.ts'
import styles from '../scanner.module.css'

const CORNERS = ['левый верхний', 'правый верхний', 'правый нижний', 'левый нижний'] as const
/** Shares of the picture's longer side: one press of an arrow, the same with Shift, and the radius of a corner. */
const STEP = 0.01
const SMALL_STEP = 0.002
const RADIUS = 0.02

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface PageEditorProps {
  page: ScannedPage
  put: (change: Partial<Pick<ScannedPage, 'quad' | 'turns' | 'clean'>>) => void
  /** Looks for the sheet again; undefined where none is found. */
  find: () => Promise<Quad | undefined>
  /** The picture with even light and dark ink. */
  clean: () => Promise<Blob | undefined>
}

/** One picture with the four corners of its sheet: they are dragged, or moved by arrows. */
export function PageEditor({ page, put, find, clean }: PageEditorProps) {
  const { size, quad, turns } = page
  const frame = useRef<SVGGElement>(null)
  const longer = Math.max(size.width, size.height)
  const place = (corner: number, to: Point) => {
    const inside = {
      x: Math.min(Math.max(to.x, 0), size.width),
      y: Math.min(Math.max(to.y, 0), size.height),
    }
    const next = quad.with(corner, inside)
    put({ quad: [next[0]!, next[1]!, next[2]!, next[3]!] })
  }
  const drag = (corner: number) => (event: PointerEvent) => {
    const matrix = frame.current?.getScreenCTM()?.inverse()
    if (event.buttons !== 1 || !matrix) return
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    place(corner, { x, y })
  }
  const press = (corner: number) => (event: KeyboardEvent) => {
    const arrow = ARROWS[event.code]
    if (!arrow) return
    event.preventDefault()
    const step = longer * (event.shiftKey ? SMALL_STEP : STEP)
    const by = turnBack(arrow, turns)
    place(corner, { x: quad[corner]!.x + by.x * step, y: quad[corner]!.y + by.y * step })
  }
  const findAgain = async () => {
    const found = await find().catch(() => undefined)
    if (found) put({ quad: found })
    else toast.info('Края листа не видны: поставьте углы сами')
  }
  return (
    <div className={styles['editor']}>
      <svg className={styles['picture']} viewBox={viewBoxOf(size, turns)}>
        <g ref={frame} transform={`rotate(${turns * 90} ${size.width / 2} ${size.height / 2})`}>
          <SheetPicture picture={page.clean ?? page.picture} size={size} />
          <polygon
            className={styles['outline']}
            points={quad.map(({ x, y }) => `${x},${y}`).join(' ')}
          />
          {quad.map(({ x, y }, corner) => (
            <circle
              key={CORNERS[corner]}
              className={styles['corner']}
              role="button"
              tabIndex={0}
              aria-label={`Угол листа: ${CORNERS[corner]}`}
              cx={x}
              cy={y}
              r={longer * RADIUS}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={drag(corner)}
              onKeyDown={press(corner)}
            />
          ))}
        </g>
      </svg>
      <div className={styles['row']}>
        <Button size="compact-sm" variant="default" onClick={() => put({ turns: (turns + 1) % 4 })}>
          Повернуть
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void findAgain()}>
          Найти лист
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => put({ quad: insideOf(size, 0) })}
        >
          Весь снимок
        </Button>
        <ContrastButton page={page} put={put} clean={clean} />
        <span className={styles['quiet']}>{page.name}</span>
      </div>
    </div>
  )
}

function ContrastButton({ page, put, clean }: Pick<PageEditorProps, 'page' | 'put' | 'clean'>) {
  const [busy, setBusy] = useState(false)
  const change = async () => {
    if (page.clean) return put({ clean: undefined })
    setBusy(true)
    const cleaned = await clean().catch(() => undefined)
    setBusy(false)
    if (cleaned) put({ clean: cleaned })
    else toast.error('Контраст не получился. Оставлен снимок как есть')
  }
  return (
    <Button
      size="compact-sm"
      variant={page.clean ? 'filled' : 'default'}
      aria-pressed={page.clean !== undefined}
      loading={busy}
      onClick={() => void change()}
    >
      Контраст
    </Button>
  )
}

/** A picture that lies on its side is as wide as it was high. */
function viewBoxOf({ width, height }: Size, turns: number): string {
  if (turns % 2 === 0) return `0 0 ${width} ${height}`
  return `${(width - height) / 2} ${(height - width) / 2} ${height} ${width}`
}

/** A direction on the screen as a direction in a picture that was turned by quarters to the right. */
function turnBack({ x, y }: Point, turns: number): Point {
  let point = { x, y }
  for (let left = turns; left > 0; left--) point = { x: point.y, y: -point.x }
  return point
}

/** The picture within the drawing; its blob address lives as long as the element. */
function SheetPicture({ picture, size }: { picture: Blob; size: Size }) {
  const image = useRef<SVGImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(picture)
    image.current?.setAttribute('href', url)
    return () => URL.revokeObjectURL(url)
  }, [picture])
  return <image ref={image} width={size.width} height={size.height} />
}
