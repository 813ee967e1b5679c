import { useState, type MouseEvent } from 'react'

/** In the window's pixels; `column` counts the shown ones. */
export interface MenuPlace {
  id: string
  x: number
  y: number
  column?: number
}

/** Where the menu of a row was opened: at the pointer, or at the row itself for the keyboard. */
export function useMenuPlace() {
  const [place, setPlace] = useState<MenuPlace>()
  const byPointer = (event: MouseEvent<HTMLElement>): string | undefined => {
    const cell = (event.target as HTMLElement).closest('td, [role=gridcell]')
    const row = cell?.closest<HTMLElement>('[id^="row-"]')
    if (!cell || !row) return undefined
    event.preventDefault()
    const id = row.id.slice('row-'.length)
    const value = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')
    const column = Number(value?.dataset['column'] ?? -1)
    setPlace({ id, x: event.clientX, y: event.clientY, column })
    return id
  }
  const byKey = (id: string) => {
    const box = document.getElementById(`row-${id}`)?.getBoundingClientRect()
    if (box) setPlace({ id, x: box.left + INSET, y: box.bottom })
  }
  return { place, byPointer, byKey, close: () => setPlace(undefined) }
}

/** Inside the row's edge, under its first words. */
const INSET = 24
