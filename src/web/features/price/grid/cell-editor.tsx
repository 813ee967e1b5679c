import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import styles from './cell-editor.module.css'

/** The input for a price: placed over its cell, starting with the typed key or with the present price. */
export interface Editing {
  readonly row: number
  readonly col: number
  readonly text: string
  /** Opened by typing: arrows finish and move on. Opened by F2: arrows move the caret. */
  readonly replaces: boolean
}

/** Where the active cell moves after the text was accepted. */
export type Going = 'down' | 'up' | 'right' | 'left' | 'stay'

interface CellEditorProps {
  editing: Editing
  label: string
  top: number
  left: string
  take: (text: string, going: Going) => void
  giveUp: () => void
}

/**
 * The text is stored only in the input: a key causes no render, and the input is focused before the key that opened it has ended,
 * so that the next key cannot be lost.
 */
export function CellEditor({ editing, label, top, left, take, giveUp }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useLayoutEffect(() => {
    const input = field.current
    input?.focus({ preventScroll: true })
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  const end = (going: Going) => {
    if (ended.current) return
    ended.current = true
    take(field.current?.value ?? '', going)
  }
  const press = (event: KeyboardEvent) => {
    if (event.code === 'Escape') {
      ended.current = true
      event.preventDefault()
      return giveUp()
    }
    // A text being typed belongs to what is saved: it is accepted before the screen handles the key.
    if (event.code === 'KeyS' && (event.ctrlKey || event.metaKey)) flushSync(() => end('stay'))
    const going = goingOf(event, editing.replaces)
    if (!going) return
    event.preventDefault()
    end(going)
  }
  return (
    <input
      ref={field}
      className={styles['editor']}
      style={{ top, left }}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={60}
      defaultValue={editing.text}
      onKeyDown={press}
      onBlur={() => end('stay')}
    />
  )
}

const ARROWS: Record<string, Going> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowLeft: 'left',
}

function goingOf({ code, shiftKey, ctrlKey, metaKey }: KeyboardEvent, replaces: boolean) {
  if (code === 'Enter' || code === 'NumpadEnter')
    return ctrlKey || metaKey ? undefined : shiftKey ? 'up' : 'down'
  if (code === 'Tab') return shiftKey ? 'left' : 'right'
  return replaces ? ARROWS[code] : undefined
}
