import { ask, byId, download, element, roubles, say, setText } from './bank-parts.js'

const drop = byId('drop')

/** Files in and out; `changed` is called when the bank has taken something. */
export function listenToFiles(changed) {
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
  byId('from').value = today
  byId('to').value = today
  byId('file').addEventListener('change', async ({ target }) => {
    await takeFiles(target.files, changed)
    target.value = ''
  })
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
    drop.addEventListener(type, (event) => {
      event.preventDefault()
      drop.toggleAttribute('data-over', type.startsWith('drage') || type === 'dragover')
      if (type === 'drop') void takeFiles(event.dataTransfer.files, changed)
    })
  byId('make').addEventListener('click', () => run(makeStatement))
  byId('taken').addEventListener('click', ({ target }) => {
    const { pay, report } = target.dataset
    if (pay)
      void run(async () => {
        await ask('POST', 'pay-file', { id: pay })
        await changed()
        return 'Поручения файла исполнены'
      })
    if (report) void run(async () => `Скачан ${await download(`/_ctl/pain002?msgId=${report}`)}`)
  })
}

async function takeFiles(files, changed) {
  for (const file of files)
    await run(async () => {
      const name = encodeURIComponent(file.name)
      const {
        count,
        total_kop: total,
        repeated,
        payer,
      } = await ask('POST', `files?name=${name}`, file)
      await changed()
      // The next thing that is wanted of the bank is the statement of this account.
      byId('account').value = payer
      return repeated
        ? `${file.name}: этот файл уже принят`
        : `${file.name}: поручений ${count} на ${roubles(total)}`
    })
}

function makeStatement() {
  const query = new URLSearchParams(
    ['account', 'from', 'to', 'format'].map((id) => [id, byId(id).value]),
  )
  return download(`/_ctl/statement?${query}`).then((name) => `Скачан ${name}`)
}

async function run(work) {
  try {
    say(await work())
  } catch (error) {
    say(error.message, true)
  }
}

export function showFiles(files, accounts) {
  const select = byId('account')
  if ([...select.options].map(({ value }) => value).join() !== accounts.join()) {
    const chosen = select.value
    select.replaceChildren(...accounts.map((account) => element('option', account)))
    if (accounts.includes(chosen)) select.value = chosen
  }
  const list = byId('taken')
  const shown = new Map([...list.children].map((item) => [item.dataset.id, item]))
  const items = files.map((file) => {
    const item = shown.get(file.id) ?? newItem(file)
    setText(item.firstChild, fileText(file))
    item.querySelector('[data-pay]').hidden = file.pending === 0
    return item
  })
  if (items.some((item, at) => item !== list.children[at]) || items.length < list.children.length)
    list.replaceChildren(...items)
}

function newItem(file) {
  const item = document.createElement('li')
  item.dataset.id = file.id
  item.append(element('span'), button('Исполнить все', 'pay', file.id))
  if (file.message_id) item.append(button('Ответ pain.002', 'report', file.id))
  return item
}

function button(text, name, id) {
  const made = element('button', text)
  made.type = 'button'
  made.dataset[name] = id
  return made
}

function fileText({ name, version, count, total_kop: total, pending, succeeded, canceled }) {
  const states = [
    [pending, 'в пути'],
    [succeeded, 'исполнено'],
    [canceled, 'отклонено'],
  ]
  const parts = states.filter(([n]) => n > 0).map(([n, word]) => `${word} ${n}`)
  return `${name} (${version}): ${count} на ${roubles(total)} · ${parts.join(', ')}`
}
