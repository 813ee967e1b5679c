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
    { hotkey: 'find', label: 'Найти позицию', run: find },
    { hotkey: 'save', label: 'Сохранить цены', run: save },
    ...(inGrid ? GRID_KEYS : []),
  ])
}

const describeKey = (keys: string, label: string): Key => ({ keys, label, run: () => undefined })

const GRID_KEYS = [
  describeKey('F2', 'Изменить цену (или просто наберите её)'),
  describeKey('Delete', 'Убрать цену'),
  describeKey('Ctrl+KeyD', 'Заполнить вниз'),
  describeKey('Ctrl+KeyC', 'Скопировать ячейки'),
  describeKey('Ctrl+KeyV', 'Вставить из таблицы'),
  describeKey('Ctrl+KeyZ', 'Вернуть как было'),
  describeKey('Ctrl+KeyY', 'Сделать снова'),
  describeKey('Shift+F10', 'Меню действий с ценами'),
  describeKey('Ctrl+Shift+ArrowLeft', 'Колонку левее'),
  describeKey('Ctrl+Shift+ArrowRight', 'Колонку правее'),
]
