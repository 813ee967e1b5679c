const $ = (id) => document.getElementById(id)
const names = {
  'two-pass': 'Один грузовик: с грузом и пустой',
  'queue-of-five': 'Очередь из пяти',
  'platform-small': 'Мелкие партии на платформе',
}
const phases = { arriving: 'заезжает', standing: 'стоит', leaving: 'съезжает' }
const faults = { silence: 'Молчит', unstable: 'Не успокаивается' }
const colours = {
  white: 'белый',
  silver: 'серебристый',
  grey: 'серый',
  black: 'чёрный',
  red: 'красный',
  orange: 'оранжевый',
  yellow: 'жёлтый',
  green: 'зелёный',
  blue: 'синий',
}
const cards = new Map()
let scenarioRow = ''

await refresh()
setInterval(refresh, 400)
setInterval(showPhotos, 1500)
setInterval(showJournal, 2000)
showPhotos()
await showJournal()

async function refresh() {
  if (document.hidden) return
  const state = await (await fetch('/sim/state')).json()
  $('pace').textContent = `время ×${state.speed} · зерно ${state.seed}`
  showScenarios(state)
  showCameras(state)
  for (const post of state.posts) showPost(post)
}

function showScenarios({ scenarios, scenario }) {
  const now = scenario ? `${scenario.name} ${scenario.done}/${scenario.steps}` : ''
  if (now === scenarioRow && $('scenarios').children.length > 0) return
  scenarioRow = now
  $('scenarios').replaceChildren(
    ...scenarios.map((name) => button(names[name] ?? name, () => send('/sim/scenario', { name }))),
    ...(scenario
      ? [
          button('Остановить', () => send('/sim/scenario', { stop: true })),
          text(
            'span',
            `Идёт «${names[scenario.name] ?? scenario.name}»:` +
              ` шаг ${scenario.done} из ${scenario.steps}`,
          ),
        ]
      : []),
    button('Очистить площадку', () => send('/sim/command', { do: 'reset' })),
  )
}

function showCameras({ cameras }) {
  if ($('cameras').children.length === 0) {
    for (const { channel, post } of cameras.filter((camera) => camera.post === 1)) {
      const toggle = button(`Камера ${channel} отключена`, () =>
        send('/sim/command', {
          do: 'camera_off',
          channel,
          on: toggle.getAttribute('aria-pressed') !== 'true',
        }),
      )
      toggle.dataset.channel = `${channel}`
      toggle.title = `Пост ${post}`
      $('cameras').append(toggle)
    }
  }
  for (const toggle of $('cameras').children) {
    const camera = cameras.find(({ channel }) => `${channel}` === toggle.dataset.channel)
    toggle.setAttribute('aria-pressed', `${camera.off}`)
  }
}

function showPost(post) {
  if (!cards.has(post.post)) cards.set(post.post, makeCard(post))
  const { shown, facts, toggles } = cards.get(post.post)
  const { display, guest } = post
  const number = display.overload ? 'перегруз' : `${display.text} кг`
  shown.textContent = `${number} ${display.stable ? '●' : '○'}`
  shown.title = display.stable ? 'Показание стоит' : 'Показание меняется'
  const rows = {
    'Истинная масса': `${kilograms(post.true_g)} кг`,
    'На весах': guest ? `${guest.plate ?? 'материал'} · ${phases[guest.phase]}` : 'пусто',
    Очередь: post.queue.map(({ plate }) => plate ?? 'материал').join(', ') || 'нет',
  }
  facts.replaceChildren(
    ...Object.entries(rows).flatMap(([name, value]) => [text('dt', name), text('dd', value)]),
  )
  for (const [fault, toggle] of toggles)
    toggle.setAttribute('aria-pressed', `${post.faults.includes(fault)}`)
}

function makeCard({ post, kind, max_g, d_g }) {
  const card = document.createElement('section')
  const truck = kind === 'truck'
  card.append(
    text('h2', `Пост ${post} · ${truck ? 'автомобильные' : 'платформенные'} весы`),
    text('div', `до ${kilograms(max_g)} кг, деление ${kilograms(d_g)} кг, Тензо-М`, 'soft'),
  )
  const shown = text('div', '', 'shown')
  const facts = document.createElement('dl')
  facts.className = 'facts'
  const plate = input('Номер', 'text')
  const mass = input('Масса, кг', 'number')
  const colour = document.createElement('select')
  colour.setAttribute('aria-label', 'Цвет')
  colour.append(
    new Option('цвет любой', ''),
    ...Object.entries(colours).map(([value, name]) => new Option(name, value)),
  )
  const command = (order) => send('/sim/command', { post, ...order })
  const wish = () => ({
    ...(plate.value ? { plate: plate.value } : {}),
    ...(mass.value ? { mass_kg: Number(mass.value) } : {}),
    ...(colour.value ? { colour: colour.value } : {}),
  })
  const toggles = Object.entries(faults).map(([fault, name]) => {
    const toggle = button(name, () =>
      command({ do: fault, on: toggle.getAttribute('aria-pressed') !== 'true' }),
    )
    return [fault, toggle]
  })
  const kilos = () => Number(mass.value) || (truck ? 1000 : 5)
  card.append(
    shown,
    facts,
    row(...(truck ? [plate, mass, colour] : [mass])),
    row(
      button(truck ? 'Заехать' : 'Положить', () => command({ do: 'arrive', ...wish() }), 'go'),
      button(truck ? 'Съехать' : 'Снять', () => command({ do: 'leave' })),
      button('Добавить', () => command({ do: 'load', mass_kg: kilos() })),
      button('Убавить', () => command({ do: 'unload', mass_kg: kilos() })),
      button('Обнулить', () => command({ do: 'zero' })),
    ),
    row(text('span', 'Неисправности:', 'soft'), ...toggles.map(([, toggle]) => toggle)),
  )
  document.querySelector('main').insertBefore(card, document.querySelectorAll('main > .wide')[1])
  return { shown, facts, toggles }
}

function showPhotos() {
  if (document.hidden) return
  for (const image of document.querySelectorAll('img'))
    image.src = `/sim/camera?channel=${image.dataset.channel}&t=${Date.now()}`
}

async function showJournal() {
  if (document.hidden) return
  const { loads } = await (await fetch('/sim/journal')).json()
  const time = (at) => (at ? new Date(at).toLocaleTimeString('ru') : '—')
  $('journal').replaceChildren(
    ...loads
      .slice(-15)
      .reverse()
      .map((load) => {
        const line = document.createElement('tr')
        const mass = text('td', kilograms(load.rounded_g), 'num')
        line.append(
          text('td', load.load),
          text('td', load.post),
          text('td', load.plate ?? '—'),
          mass,
          text('td', time(load.on_at)),
          text('td', time(load.settled_at)),
          text('td', time(load.off_at)),
        )
        return line
      }),
  )
}

async function send(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  $('said').textContent = answer.ok ? '' : answer.message
  await refresh()
}

function kilograms(grams) {
  return (grams / 1000).toLocaleString('ru', { maximumFractionDigits: 3 })
}

function text(tag, value, className = '') {
  const element = document.createElement(tag)
  element.textContent = `${value}`
  element.className = className
  return element
}

function input(name, type) {
  const element = document.createElement('input')
  Object.assign(element, { placeholder: name, type, min: 0, step: 'any' })
  element.setAttribute('aria-label', name)
  return element
}

function button(name, press, className = '') {
  const element = text('button', name, className)
  element.addEventListener('click', () => void press())
  return element
}

function row(...children) {
  const element = document.createElement('div')
  element.className = 'row'
  element.append(...children)
  return element
}
