/** An element with a word; `className` may be left out. */
export function text(tag, value, className = '') {
  const element = document.createElement(tag)
  element.textContent = `${value}`
  element.className = className
  return element
}

/** A field named by its placeholder. */
export function input(name, type) {
  const element = document.createElement('input')
  Object.assign(element, { placeholder: name, type, min: 0, step: 'any' })
  element.setAttribute('aria-label', name)
  return element
}

/** A press may be an order to the yard: what comes of it is told by `send`. */
export function button(name, press, className = '') {
  const element = text('button', name, className)
  element.addEventListener('click', () => void press())
  return element
}

/** Things beside one another that wrap. */
export function row(...children) {
  const element = document.createElement('div')
  element.className = 'row'
  element.append(...children)
  return element
}
