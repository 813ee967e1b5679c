/** One page in the list of the telephone: its picture, what is going on with it, and a way out. */
export interface PageRow {
  readonly element: HTMLLIElement
  tell(text: string): void
  progress(share: number): void
  sent(): void
  /** It is no page at all. */
  refuse(reason: string): void
  /** The page cannot be sent as it is; `again` is offered where another try makes sense. */
  failed(reason: string, retry: () => void): void
}

export function makeElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  look = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (text) element.textContent = text
  if (look) element.className = look
  return element
}

export function showPage(picture: Blob, title: string): PageRow {
  const element = makeElement('li')
  const image = makeElement('img')
  image.alt = title
  image.src = URL.createObjectURL(picture)
  const words = makeElement('span', title)
  words.setAttribute('role', 'status')
  const bar = makeElement('progress')
  bar.max = 1
  bar.value = 0
  bar.setAttribute('aria-label', `${title}: передача`)
  element.append(image, words, bar)
  const replaceBar = (other: HTMLElement) => {
    element.lastElementChild!.replaceWith(other)
  }
  return {
    element,
    tell: (text) => {
      words.textContent = `${title}: ${text}`
    },
    progress(share) {
      bar.value = share
      words.textContent = `${title}: ${Math.round(share * 100)} %`
    },
    sent() {
      words.textContent = title
      replaceBar(makeElement('strong', 'Передано', 'sent'))
      URL.revokeObjectURL(image.src)
    },
    refuse(reason) {
      words.textContent = reason
      image.remove()
      bar.remove()
    },
    failed(reason, retry) {
      words.textContent = `${title}: ${reason}`
      const button = makeElement('button', 'Повторить')
      button.type = 'button'
      button.addEventListener('click', () => {
        button.replaceWith(bar)
        retry()
      })
      replaceBar(button)
    },
  }
}
