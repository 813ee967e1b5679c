import { useEffect, useState, type RefObject } from 'react'
import { useKeys, type Key } from '#web/ui/keyboard/keys.ts'

interface PriceKeys {
  grid: RefObject<HTMLDivElement | null>
  search: RefObject<HTMLInputElement | null>
  save: () => void
}

/** Keys of the screen; the grid handles its own keys, which are listed here so that F1 shows them. */
export function usePriceKeys({ grid, search, save }: PriceKeys) {
  const [inGrid, setInGrid] = useState(false)
  useEffect(() => {
    const look = () => setInGrid(grid.current !== null && document.activeElement === grid.current)
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [grid])
  const find = () => {
    search.current?.focus()
    search.current?.select()
  }
  useKeys([
    { code: 'KeyF', ctrl: true, label: 'Найти позицию', run: find },
    { code: 'KeyS', ctrl: true, label: 'Сохранить цены', run: save },
    ...(inGrid ? GRID_KEYS : []),
  ])
}

const describeKey = (code: string, label: string, more: Partial<Key> = {}): Key => ({
  code,
  label,
  run: () => undefined,
  ...more,
})

const GRID_KEYS = [
  describeKey('F2', 'Изменить цену (или просто наберите её)'),
  describeKey('Delete', 'Убрать цену'),
  describeKey('KeyD', 'Заполнить вниз', { ctrl: true }),
  describeKey('KeyC', 'Скопировать ячейки', { ctrl: true }),
  describeKey('KeyV', 'Вставить из таблицы', { ctrl: true }),
  describeKey('KeyZ', 'Вернуть как было', { ctrl: true }),
  describeKey('KeyY', 'Сделать снова', { ctrl: true }),
  describeKey('F10', 'Меню действий с ценами', { shift: true }),
  describeKey('ArrowLeft', 'Колонку левее', { ctrl: true, shift: true }),
  describeKey('ArrowRight', 'Колонку правее', { ctrl: true, shift: true }),
]
