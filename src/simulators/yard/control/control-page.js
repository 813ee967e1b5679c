import { button, input, row, text } from './control-parts.js'

const $ = (id) => document.getElementById(id)
const phases = { arriving: 'заезжает', standing: 'стоит', leaving: 'съезжает' }
const steps = { arrive: 'заедет', leave: 'съедет' }
/** What a person who came to try the product wants first. */
const FIRST = 'two-pass'
const faults = {
  silence: 'Молчит',
  unstable: 'Не стоит на месте',
  frozen: 'Застыл',
  tare: 'Тара на индикаторе',
  wheels_off: 'Колесо мимо',
  garbage: 'Мусор в линии',
  cut_frames: 'Обрезанные кадры',
  flipped_bits: 'Перевёрнутые биты',
  stall: 'Затор',
  backlog: 'Накопитель 9600 бод',
  slow_link: 'Медленная связь',
  no_link: 'Обрыв',
  wrong_unit: 'Фунты',
}
const cameraFaults = {
  camera_off: 'выключена',
  camera_password: 'другой пароль',
  camera_black: 'чёрный кадр',
  camera_blurred: 'не в фокусе',
}
const plateLooks = { clean: 'номер чистый', dirty: 'грязный', missing: 'снят', foreign: 'чужой' }
const settings = { 'tenso-m': 'Тензо-М', 'massa-k': 'Масса-К', ascii: 'ASCII' }
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
  showNext(state)
  showCameras(state)
  showPaper(state)
  for (const post of state.posts) showPost(post)
}

function firstFirst(scenarios) {
  return scenarios.toSorted((a, b) => (b.name === FIRST) - (a.name === FIRST))
}

function play(name) {
  return send('/sim/scenario', { name, pace: Number($('stretch').value) })
}

function showNext({ scenario }) {
  const next = scenario?.next
  if (!next || !$('next')) return
  const what = steps[next.do] ? `${steps[next.do]} через` : 'дальше через'
  $('next').textContent = `${what} ${Math.ceil(next.in_ms / 1000)} с`
}

function showScenarios({ scenarios, scenario }) {
  const now = scenario ? `${scenario.name} ${scenario.done}/${scenario.steps}` : ''
  if (now === scenarioRow && $('scenarios').children.length > 0) return
  scenarioRow = now
  const title = scenarios.find(({ name }) => name === scenario?.name)?.title ?? scenario?.name
  $('scenarios').replaceChildren(
    ...firstFirst(scenarios).map(({ name, title }) =>
      button(title, () => play(name), name === FIRST ? 'go' : ''),
    ),
    button('Очистить площадку', () => send('/sim/command', { do: 'reset' })),
    ...(scenario
      ? [
          button('Остановить', () => send('/sim/scenario', { stop: true })),
          text('span', `Идёт «${title}»: шаг ${scenario.done} из ${scenario.steps}`),
          Object.assign(text('span', '', 'soft'), { id: 'next' }),
        ]
      : []),
  )
}

function showCameras({ cameras }) {
  const shown = cameras.filter(({ post }) => post === 1)
  if ($('cameras').children.length === 0) {
    for (const { channel } of shown) {
      const toggles = Object.entries(cameraFaults).map(([fault, name]) => {
        const toggle = button(name, () =>
          send('/sim/command', { do: fault, channel, on: !isPressed(toggle) }),
        )
        toggle.dataset.channel = `${channel}`
        toggle.dataset.fault = fault
        return toggle
      })
      $('cameras').append(row(text('span', `Камера ${channel}:`, 'soft'), ...toggles))
    }
  }
  for (const toggle of $('cameras').querySelectorAll('button')) {
    const camera = cameras.find(({ channel }) => `${channel}` === toggle.dataset.channel)
    toggle.setAttribute('aria-pressed', `${camera.faults.includes(toggle.dataset.fault)}`)
  }
}

function showPaper({ printer }) {
  $('printer').setAttribute('aria-pressed', `${printer.off}`)
  const last = printer.slips.at(-1)
  $('paper').textContent = last ? last.join('\n') : 'Ничего не напечатано'
}

/** The lane of a post from the side: the road, the platform, the vehicle on its way, lamp and barrier. */
function showLane(lane, { guest, queue, relays, kind }) {
  const x = guest ? { arriving: 40, standing: 150, leaving: 260 }[guest.phase] : 0
  const paint = { white: '#e8ecef', silver: '#bcc3c8', grey: '#838b91', black: '#2b2f33' }
  const body = guest && (paint[guest.colour] ?? guest.colour)
  const lamp = (on, colour, y) =>
    `<circle cx="372" cy="${y}" r="7" fill="${on ? colour : '#444b51'}"/>`
  const vehicle =
    kind === 'truck'
      ? `<rect x="${x}" y="30" width="78" height="34" rx="3" fill="${body}" stroke="#555"/>` +
        `<rect x="${x + 80}" y="40" width="24" height="24" rx="3" fill="${body}" stroke="#555"/>` +
        [14, 34, 92].map((w) => `<circle cx="${x + w}" cy="68" r="7" fill="#222"/>`).join('')
      : `<rect x="${x + 30}" y="44" width="44" height="28" fill="#8c5a3c"/>`
  const waiting = queue
    .slice(0, 4)
    .map((_, i) => `<rect x="${4 + i * 9}" y="54" width="7" height="14" rx="1" fill="#98a1a8"/>`)
  lane.innerHTML =
    '<rect y="75" width="400" height="6" fill="#8b8f92"/>' +
    '<rect x="130" y="72" width="150" height="9" fill="#d2a81f"/>' +
    waiting.join('') +
    (guest ? vehicle : '') +
    '<rect x="362" y="6" width="20" height="38" rx="4" fill="#23282c"/>' +
    lamp(relays.red, '#e5392b', 15) +
    lamp(relays.green, '#33b864', 34) +
    '<rect x="320" y="44" width="6" height="34" fill="#555d63"/>' +
    `<rect x="322" y="46" width="56" height="5" fill="#c8302f"` +
    ` transform="rotate(${relays.barrier ? -75 : 0} 323 48)"/>`
}

function showPost(post) {
  if (!cards.has(post.post)) cards.set(post.post, makeCard(post))
  const { shown, facts, toggles, lane, loop } = cards.get(post.post)
  showLane(lane, post)
  loop.setAttribute('aria-pressed', `${post.relays.loop}`)
  const { display, guest } = post
  const number = display.overload ? 'перегруз' : `${display.text} кг`
  shown.textContent = `${number} ${display.stable ? '●' : '○'}`
  shown.title = display.stable ? 'Показание стоит' : 'Показание меняется'
  const rows = {
    'Истинная масса': `${kilograms(post.true_g)} кг`,
    Светофор: lampText(post.relays),
    'На весах': guest ? `${guest.plate ?? 'материал'} · ${phases[guest.phase]}` : 'пусто',
    Очередь: post.queue.map(({ plate }) => plate ?? 'материал').join(', ') || 'нет',
  }
  facts.replaceChildren(
    ...Object.entries(rows).flatMap(([name, value]) => [text('dt', name), text('dd', value)]),
  )
  for (const [fault, toggle] of toggles)
    toggle.setAttribute('aria-pressed', `${post.faults.includes(fault)}`)
}

function makeCard({ post, kind, max_g, d_g, protocol }) {
  const card = document.createElement('section')
  const truck = kind === 'truck'
  card.append(
    text('h2', `Пост ${post} · ${truck ? 'автомобильные' : 'платформенные'} весы`),
    text(
      'div',
      `до ${kilograms(max_g)} кг, деление ${kilograms(d_g)} кг, ${settings[protocol] ?? protocol}`,
      'soft',
    ),
  )
  const shown = text('div', '', 'shown')
  const facts = document.createElement('dl')
  facts.className = 'facts'
  const lane = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  lane.setAttribute('viewBox', '0 0 400 84')
  lane.setAttribute('class', 'lane')
  const plate = input('Номер', 'text')
  const mass = input('Масса, кг', 'number')
  const colour = document.createElement('select')
  colour.setAttribute('aria-label', 'Цвет')
  colour.append(
    new Option('цвет любой', ''),
    ...Object.entries(colours).map(([value, name]) => new Option(name, value)),
  )
  const look = document.createElement('select')
  look.setAttribute('aria-label', 'Вид номера')
  look.append(...Object.entries(plateLooks).map(([value, name]) => new Option(name, value)))
  const command = (order) => send('/sim/command', { post, ...order })
  const wish = () => ({
    ...(plate.value ? { plate: plate.value } : {}),
    ...(mass.value ? { mass_kg: Number(mass.value) } : {}),
    ...(colour.value ? { colour: colour.value } : {}),
    ...(truck ? { plate_look: look.value } : {}),
  })
  const toggles = Object.entries(faults).map(([fault, name]) => {
    const toggle = button(name, () => command({ do: fault, on: !isPressed(toggle) }))
    return [fault, toggle]
  })
  const loop = button('Петля занята', () => command({ do: 'loop', on: !isPressed(loop) }))
  const kilos = () => Number(mass.value) || (truck ? 1000 : 5)
  card.append(
    lane,
    shown,
    facts,
    row(...(truck ? [plate, mass, colour, look] : [mass])),
    row(
      button(truck ? 'Заехать' : 'Положить', () => command({ do: 'arrive', ...wish() }), 'go'),
      button(truck ? 'Съехать' : 'Снять', () => command({ do: 'leave' })),
      button('Добавить', () => command({ do: 'load', mass_kg: kilos() })),
      button('Убавить', () => command({ do: 'unload', mass_kg: kilos() })),
      button('Обнулить', () => command({ do: 'zero' })),
      ...(truck ? [button('Без паузы', () => command({ do: 'tailgate' }))] : []),
      button(truck ? 'Грязь 60 кг' : 'Грязь 0,6 кг', () =>
        command({ do: 'residue', mass_kg: truck ? 60 : 0.6 }),
      ),
      button('Дрейф нуля', () => command({ do: 'drift', kg_an_hour: truck ? 900 : 9 })),
      loop,
    ),
    row(text('span', 'Неисправности:', 'soft'), ...toggles.map(([, toggle]) => toggle)),
  )
  document.querySelector('main').insertBefore(card, document.querySelectorAll('main > .wide')[1])
  return { shown, facts, toggles, lane, loop }
}

$('printer').addEventListener('click', () =>
  send('/sim/command', { do: 'printer_off', on: !isPressed($('printer')) }),
)

function isPressed(toggle) {
  return toggle.getAttribute('aria-pressed') === 'true'
}

function lampText({ red, green, barrier }) {
  const lamp = red ? 'красный' : green ? 'зелёный' : 'не горит'
  return `${lamp} · шлагбаум ${barrier ? 'открыт' : 'закрыт'}`
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
