/** Sums as people write them. */
export function roubles(kop) {
  return `${(kop / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2 })} ₽`
}

/** The bank keeps its books in Moscow. */
export function moment(iso) {
  return new Date(iso).toLocaleString('ru-RU', {
    timeZone: 'Europe/Moscow',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}

/** An element with a text; what others wrote never becomes markup. */
export function element(tag, text = '', className = '') {
  const made = document.createElement(tag)
  made.textContent = text
  if (className) made.className = className
  return made
}

/** Changes what is shown only where it differs, so that nothing flickers and a selection stays. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text
}

export const byId = (id) => document.getElementById(id)

/** Says what came of an order to the bank, where a screen reader hears it. */
export function say(text, isBad = false) {
  setText(byId('said'), text)
  byId('said').toggleAttribute('data-bad', isBad)
}

/** A call of the bank; a refusal is thrown with its own words. */
export async function ask(method, name, body) {
  const isFile = body instanceof Blob
  const answer = await fetch(`/_ctl/${name}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    }),
  })
  const result = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Error(result.error ?? `Банк ответил ${answer.status}`)
  return result
}

/** Saves bytes under a name, as a bank's cabinet does. */
export async function download(path) {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error((await answer.json()).error)
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name ?? 'file'
  link.click()
  // The browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return link.download
}
