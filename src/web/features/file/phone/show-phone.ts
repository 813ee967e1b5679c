import './phone.css'
import { openQueue } from './page-queue.ts'
import { makeElement } from './page-row.ts'
import { askState, LineError, openLink, type PhoneState } from '#web/api/phone-line.ts'

const POLL_MS = 4000
const OPEN_AGAIN_MS = 2000

const main = document.querySelector('main')!

/** The page of a telephone that photographs for an open scanner: without sign-in, by the secret of its link alone. */
async function showPhone() {
  const secrets = takeSecrets()
  if (!secrets)
    return showEnd('Наведите камеру телефона на QR-код, который показывает сканер на компьютере.')
  const state = await openUntilAnswered(secrets)
  if (state) showWork(secrets.key, state)
}

/** What this tab holds: the secret of the link and the key that it made for itself. */
interface Secrets {
  readonly token: string
  readonly key: string
}

const PLACE = 'priyomka.phone'

/**
 * The link's secret stands in the fragment, which no server sees; it is taken out of the address at once. Both are kept for
 * this tab: a telephone short of memory loads the page anew after its camera.
 */
function takeSecrets(): Secrets | undefined {
  const token = location.hash.slice(1)
  const stored = storedSecrets()
  if (!token) return stored
  history.replaceState(null, '', location.pathname)
  const secrets = stored?.token === token ? stored : { token, key: makeKey() }
  sessionStorage.setItem(PLACE, JSON.stringify(secrets))
  return secrets
}

function forgetSecrets() {
  sessionStorage.removeItem(PLACE)
}

function storedSecrets(): Secrets | undefined {
  const text = sessionStorage.getItem(PLACE)
  return text === null ? undefined : (JSON.parse(text) as Secrets)
}

/** 256 bits as base64url. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCodePoint(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function openUntilAnswered({ token, key }: Secrets): Promise<PhoneState | undefined> {
  for (;;)
    try {
      return await openLink(token, key)
    } catch (error) {
      if (!(error instanceof LineError)) throw error
      if (!error.isPassing) {
        showEnd(error.message)
        return undefined
      }
      main.replaceChildren(status(`${error.message}. Повторяем…`))
      await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN_MS))
    }
}

function showEnd(message: string) {
  forgetSecrets()
  const told = makeElement('p', message, 'problem')
  told.setAttribute('role', 'alert')
  main.replaceChildren(makeElement('h1', 'Снимки для сканера'), told)
}

function status(text: string): HTMLElement {
  const element = makeElement('p', text)
  element.setAttribute('role', 'status')
  return element
}

function showWork(key: string, first: PhoneState) {
  const list = makeElement('ol')
  const told = status('')
  const pick = makeElement('div')
  const tell = ({ pages }: PhoneState) => {
    told.textContent = pages === 0 ? 'Листов пока нет' : `Передано листов: ${pages}`
  }
  const end = () => {
    clearInterval(timer)
    queue.stop()
    forgetSecrets()
    pick.replaceChildren(problem())
  }
  const queue = openQueue({
    key,
    sentCount: first.pages,
    // The newest is seen without scrolling.
    show: (row) => list.prepend(row),
    passed: tell,
    ended: end,
  })
  const poll = () =>
    askState(key).then(tell, (error: unknown) => {
      if (error instanceof LineError && error.isEnd) end()
    })
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void poll()
  }, POLL_MS)
  addEventListener('beforeunload', (event) => {
    if (queue.hasUnsent()) event.preventDefault()
  })
  pick.className = 'pick'
  pick.append(
    chooser('Сфотографировать лист', queue.add, true),
    chooser('Выбрать снимки', queue.add, false),
  )
  tell(first)
  main.replaceChildren(...headOf(first), pick, told, list)
}

function headOf({ company, operator, title }: PhoneState): HTMLElement[] {
  return [
    makeElement('h1', title || 'Снимки для сканера'),
    makeElement('p', `${company}. Оператор: ${operator}`, 'quiet'),
  ]
}

function problem(): HTMLElement {
  const element = makeElement(
    'p',
    'Ссылка больше не действует. Откройте на компьютере новый QR-код, если нужны ещё листы.',
    'problem',
  )
  element.setAttribute('role', 'alert')
  return element
}

/** A button of the size of a finger that opens the camera or the pictures of the telephone. */
function chooser(title: string, take: (files: File[]) => void, isCamera: boolean): HTMLElement {
  const label = makeElement('label', title, isCamera ? 'press first' : 'press')
  const input = makeElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  if (isCamera) input.setAttribute('capture', 'environment')
  else input.multiple = true
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    input.value = ''
    take(files)
  })
  label.append(input)
  return label
}

void showPhone()
