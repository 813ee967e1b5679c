import { ask, byId, element, say } from './bank-parts.js'

let shown = ''

/** Names of owners in and out; `changed` is called when the bank has taken one. */
export function listenToOwners(changed) {
  byId('owner').addEventListener('submit', (event) => {
    event.preventDefault()
    const phone = wholePhone(byId('phone').value)
    const name = byId('name').value.trim()
    void put({ [phone]: name }, `${phone}: ${name}`, changed).then((isDone) => {
      if (isDone) byId('owner').reset()
    })
  })
  byId('known').addEventListener('click', ({ target }) => {
    const { phone } = target.dataset
    if (phone) void put({ [phone]: null }, `${phone}: имя убрано`, changed)
  })
}

export function showOwners(owners) {
  const text = JSON.stringify(owners)
  if (text === shown) return
  shown = text
  byId('known').replaceChildren(
    ...Object.entries(owners).map(([phone, name]) => {
      const item = element('li', `+${phone}: ${name} `)
      const remove = element('button', 'Убрать')
      remove.type = 'button'
      remove.dataset.phone = phone
      item.append(remove)
      return item
    }),
  )
}

/** As people write it, with 8 or without the country. */
function wholePhone(text) {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length === 10 ? `7${digits}` : digits.replace(/^8(?=\d{10}$)/, '7')
}

async function put(owners, done, changed) {
  try {
    await ask('PUT', 'owners', owners)
    say(done)
    await changed()
    return true
  } catch (error) {
    say(error.message, true)
    return false
  }
}
