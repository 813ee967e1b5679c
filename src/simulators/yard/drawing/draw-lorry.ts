import type { Random } from '../random.ts'
import { COLOURS, type Colour, type PlateCondition } from './colours.ts'
import { drawPlate, PLATE_HEIGHT, PLATE_WIDTH } from './draw-plate.ts'

/** What of a vehicle can be seen; `load_share` is how full the body is, 0…1. */
export interface LorryAppearance {
  plate: string
  colour: Colour
  load_share: number
  /** Clean when left out. */
  plate_look?: PlateCondition
}

/**
 * The cab from the front: origin on the ground between the front wheels, about 500 wide and 560
 * high. The plate is 170 to 250 wide there (devices.md 9 allows 110 to 280 in the picture).
 */
export function drawLorryFront(look: LorryAppearance, random: Random) {
  const [paint, side, line] = COLOURS[look.colour]
  return (
    drawShadow() +
    drawWheels(random.between(-4, 4)) +
    `<rect x="-238" y="-560" width="476" height="420" fill="#5a6066"/>` +
    `<path d="M-238 -560H238V-540H-238Z" fill="#777e84"/>` +
    drawHeap(look.load_share, random) +
    `<path d="M-214 -470Q-210 -512 -170 -514H170Q210 -512 214 -470L222 -140H-222Z"` +
    ` fill="${paint}" stroke="${line}" stroke-width="4"/>` +
    `<path d="M-190 -476Q-186 -492 -168 -492H168Q186 -492 190 -476L202 -322H-202Z"` +
    ` fill="#27343f"/>` +
    `<path d="M-150 -492H-60L-130 -322H-200L-196 -360Z" fill="#7f95a6" opacity=".45"/>` +
    drawDriver(random) +
    `<path d="M-140 -322L-30 -350M60 -322L150 -352" stroke="#0f1316" stroke-width="6"/>` +
    `<path d="M-222 -452H-236V-350M222 -452H236V-350" stroke="#23282c" stroke-width="8"` +
    ` fill="none"/>` +
    `<rect x="-262" y="-448" width="34" height="88" rx="8" fill="#1f2428"/>` +
    `<rect x="228" y="-448" width="34" height="88" rx="8" fill="#1f2428"/>` +
    drawGrille(paint, side, random) +
    `<path d="M-230 -150H230L224 -62Q150 -52 0 -52T-224 -62Z" fill="#3c4247" stroke="#24282b"` +
    ` stroke-width="3"/>` +
    drawHeadlamps() +
    hangPlate(look, -100, random)
  )
}

/** The tail from behind, the same origin and size; the heap shows over the tailgate. */
export function drawLorryRear(look: LorryAppearance, random: Random) {
  const [paint, side, line] = COLOURS[look.colour]
  let ribs = ''
  for (const x of [-222, -112, 0, 112, 222]) {
    ribs += `<rect x="${x - 9}" y="-510" width="18" height="346" fill="${side}"/>`
  }
  return (
    drawShadow() +
    drawWheels(0) +
    drawHeap(look.load_share, random) +
    `<path d="M-236 -512H236L230 -160H-230Z" fill="${paint}" stroke="${line}"` +
    ` stroke-width="5"/>${ribs}` +
    `<path d="M-236 -512H236V-490H-236ZM-230 -184H230V-160H-230Z" fill="${line}"/>` +
    `<path d="M-200 -160H200V-62H-200Z" fill="#2d3236"/>` +
    `<rect x="-222" y="-66" width="444" height="16" fill="#8a9095"/>` +
    `<g fill="#a11f1b"><rect x="-216" y="-142" width="66" height="34" rx="5"/>` +
    `<rect x="150" y="-142" width="66" height="34" rx="5"/></g>` +
    `<g fill="#e0962a"><rect x="-216" y="-142" width="22" height="34" rx="4"/>` +
    `<rect x="194" y="-142" width="22" height="34" rx="4"/></g>` +
    `<path d="M-232 -104H-140V-20H-232ZM140 -104H232V-20H140Z" fill="#1b1e20"/>` +
    hangPlate(look, -112, random)
  )
}

function drawShadow() {
  return `<ellipse cx="0" cy="2" rx="290" ry="26" fill="#1d1e1f" opacity=".55"/>`
}

function drawWheels(turn: number) {
  const wheel = (x: number) =>
    `<g transform="translate(${x} 0) skewX(${turn.toFixed(1)})">` +
    `<rect x="-36" y="-110" width="72" height="112" rx="12" fill="#191b1c"/>` +
    `<path d="M-18 -104V-4M0 -104V-4M18 -104V-4" stroke="#2c2f31" stroke-width="5"/></g>`
  return wheel(-184) + wheel(184)
}

function drawHeap(share: number, random: Random) {
  if (share < 0.05) return ''
  const top = 24 + 50 * Math.min(1, share)
  let bits = ''
  for (let i = 0; i < 16; i++) {
    const x = random.whole(-190, 170)
    const y = -Math.round(520 + random.between(0, top * (1 - (x / 224) ** 2)))
    bits +=
      `<rect x="${x}" y="${y}" width="${random.whole(16, 50)}"` +
      ` height="${random.whole(5, 13)}"` +
      ` fill="${random.pick(['#8c5a3c', '#9aa0a4', '#57504a', '#b07d55', '#6f7479'])}"` +
      ` transform="rotate(${random.whole(-45, 45)} ${x} ${y})"/>`
  }
  return (
    `<path d="M-224 -500C-120 ${-520 - 1.3 * top} 120 ${-520 - 1.3 * top} 224 -500Z"` +
    ` fill="#6b5e54"/>${bits}`
  )
}

function drawDriver(random: Random) {
  const x = random.whole(70, 110)
  return (
    `<g fill="#161c21"><circle cx="${x}" cy="-404" r="26"/>` +
    `<path d="M${x - 52} -322Q${x - 46} -376 ${x} -376T${x + 52} -322Z"/></g>`
  )
}

function drawGrille(paint: string, side: string, random: Random) {
  const bars = random.whole(3, 5)
  let lines = ''
  for (let i = 1; i < bars; i++) lines += `M-138 ${-290 + Math.round((112 * i) / bars)}H138`
  return (
    `<rect x="-146" y="-294" width="292" height="120" rx="12" fill="#20252a"/>` +
    `<path d="${lines}" stroke="${side}" stroke-width="9"/>` +
    `<circle cx="0" cy="-236" r="20" fill="${paint}" stroke="#c8ccd0" stroke-width="4"/>`
  )
}

function drawHeadlamps() {
  const lamp = (x: number) =>
    `<rect x="${x - 38}" y="-142" width="76" height="50" rx="12" fill="#cfd6da"` +
    ` stroke="#1d2124" stroke-width="5"/>` +
    `<circle cx="${x}" cy="-117" r="17" fill="#f6f3df"/>`
  return lamp(-172) + lamp(172)
}

function hangPlate({ plate, plate_look = 'clean' }: LorryAppearance, y: number, random: Random) {
  if (plate_look === 'missing') return ''
  const width = random.between(182, 226)
  const scale = width / PLATE_WIDTH
  const squeeze = random.between(0.88, 1)
  const turn = random.between(-3, 3)
  const shear = random.between(-4, 4)
  const dirt = random.between(0, 0.16)
  return (
    `<g transform="translate(0 ${y}) rotate(${turn.toFixed(2)}) skewX(${shear.toFixed(2)})` +
    ` scale(${(scale * squeeze).toFixed(4)} ${scale.toFixed(4)})` +
    ` translate(${-PLATE_WIDTH / 2} ${-PLATE_HEIGHT / 2})">` +
    `<rect x="-8" y="-4" width="536" height="128" rx="10" fill="#14171a" opacity=".6"/>` +
    drawPlate(plate_look === 'foreign' ? foreignText(plate) : plate, dirt) +
    `${plate_look === 'dirty' ? drawMud(random) : ''}</g>`
  )
}

/** The same signs in an order that Russia does not give out: three digits, three letters, two digits. */
function foreignText(plate: string) {
  const letters = plate.replaceAll(/\d/g, '')
  const digits = plate.replaceAll(/\D/g, '')
  return digits.slice(0, 3) + letters.slice(0, 3) + digits.slice(-2)
}

/** Lumps over most of the characters: unreadable for a person as well. */
function drawMud(random: Random) {
  let lumps = ''
  for (let x = 40; x < PLATE_WIDTH - 20; x += 58)
    lumps +=
      `<ellipse cx="${x + random.whole(-12, 12)}" cy="${random.whole(40, 80)}"` +
      ` rx="${random.whole(34, 52)}" ry="${random.whole(34, 50)}" fill="#5d4d39"/>`
  return lumps
}
