import { isTyping } from '../../ui/keyboard/keys.ts'

/** A field that a scanner types into, with what stood there before. */
export interface Field {
  readonly element: HTMLInputElement | HTMLTextAreaElement
  readonly value: string
}

export function fieldOf(target: EventTarget | null): Field | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && isTyping(target) ? { element: target, value: target.value } : undefined
}

/** As if the scanner had not typed. */
export function putBack({ element, value }: Field): void {
  setValue(element, value)
}

/** As if the scanner had typed on. */
export function typeInto({ element }: Field, signs: string): void {
  setValue(element, element.value + signs)
}

/** A controlled field hears of it like of any input. */
function setValue(element: Field['element'], value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!
  set!.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
