import { formatKg } from '#contract/core/input-text.ts'
import type { StoredPart } from './stored-parts.ts'

/** «27.11.2026 11:05:09» of the company's clock. */
export function momentIn(timeZone: string) {
  const clock = new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (instant: string) => clock.format(new Date(instant)).replace(',', '')
}

export function kg(grams: number | null): string {
  return grams === null ? '—' : `${formatKg(grams)} кг`
}

/** The state of a stored file, in words for its place in the bundle. */
export function partState(part: StoredPart, at: (instant: string) => string): string {
  switch (part.state) {
    case 'whole':
      return 'не изменён'
    case 'changed':
      return 'ИЗМЕНЁН: байты в хранилище не те, что были записаны, поэтому файл не показан'
    case 'destroyed':
      return `удалён по сроку хранения ${at(part.destroyedAt!)}, остался его отпечаток`
    case 'gone':
      return 'НЕ НАЙДЕН в хранилище, остался его отпечаток'
    case 'hidden':
      return 'не показан: у составителя пакета нет права видеть личные документы'
  }
}

/** Why a file of the bundle has no picture though its bytes are whole; nothing where it has one. */
export function missingPicture({ state, pictures }: StoredPart): string {
  return state === 'whole' && pictures.length === 0
    ? ', не показан: в пакете уже 200 изображений или файл не читается как изображение'
    : ''
}
