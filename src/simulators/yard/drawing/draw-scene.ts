import { seededRandom } from '../random.ts'

export const PHOTO_WIDTH = 1280
export const PHOTO_HEIGHT = 720

/** The motionless background of a camera; each is drawn once per light and then cached. */
export type Scene = 'front' | 'rear' | 'platform' | 'indicator'

/** Light of the day: sky above, sky at the horizon, ground near, ground far. */
const LIGHTS = [
  ['#86b4dc', '#dbe8f1', '#7d7b76', '#98958d'],
  ['#aeb9c2', '#d9dee1', '#6c6d6d', '#868888'],
  ['#7f9fc4', '#f0dcc0', '#77716a', '#948b80'],
] as const

export const LIGHT_COUNT = LIGHTS.length

/** A whole SVG of the empty yard. */
export function drawScene(scene: Scene, light: number) {
  const colours = LIGHTS[light % LIGHT_COUNT]!
  const body = scene === 'indicator' ? drawWall() : drawYard(scene, colours)
  return svgDocument(body)
}

/** Wraps drawing commands into a picture of the one size all cameras have, or into its uppermost rows. */
export function svgDocument(body: string, height = PHOTO_HEIGHT) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PHOTO_WIDTH}"` +
    ` height="${height}">${body}</svg>`
  )
}

function drawYard(scene: Scene, [sky, haze, near, far]: readonly [string, string, string, string]) {
  return (
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/>` +
    `<stop offset="1" stop-color="${haze}"/></linearGradient>` +
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${far}"/>` +
    `<stop offset="1" stop-color="${near}"/></linearGradient></defs>` +
    `<rect width="1280" height="320" fill="url(#s)"/>` +
    `<rect y="310" width="1280" height="410" fill="url(#g)"/>` +
    drawTrees(scene) +
    (scene === 'rear' ? drawHeaps() : drawHangar()) +
    drawFence() +
    drawStains(scene) +
    (scene === 'platform' ? drawPlatform() : drawDeck())
  )
}

function drawTrees(scene: Scene) {
  const random = seededRandom(`trees ${scene}`)
  let svg = ''
  for (let x = -20; x < 1300; x += random.between(24, 60)) {
    const size = random.between(24, 58)
    svg +=
      `<ellipse cx="${x.toFixed(0)}" cy="${(305 - size * 0.5).toFixed(0)}"` +
      ` rx="${(size * 0.7).toFixed(0)}" ry="${size.toFixed(0)}"` +
      ` fill="${random.pick(['#5c7358', '#677d5c', '#51694f', '#71805f'])}"/>`
  }
  return svg
}

function drawHangar() {
  let ribs = ''
  for (let x = 70; x < 470; x += 22) ribs += `M${x} 196V318`
  return (
    `<path d="M50 200L262 140L474 200V320H50Z" fill="#a9b1b5"/>` +
    `<path d="M40 204L262 138L484 204L484 194L262 126L40 194Z" fill="#7b868c"/>` +
    `<path d="${ribs}" stroke="#949da2" stroke-width="3"/>` +
    `<rect x="190" y="224" width="140" height="96" fill="#59636a"/>` +
    `<path d="M190 240H330M190 256H330M190 272H330M190 288H330M190 304H330" stroke="#6b757c"` +
    ` stroke-width="3"/>` +
    `<rect x="930" y="222" width="190" height="98" fill="#c9c3b4"/>` +
    `<rect x="922" y="212" width="206" height="14" fill="#7d4c3c"/>` +
    `<rect x="960" y="246" width="46" height="36" fill="#4a5a66"/>` +
    `<rect x="1036" y="246" width="40" height="74" fill="#6d5b4b"/>`
  )
}

function drawHeaps() {
  const random = seededRandom('heaps')
  let svg =
    `<path d="M120 320C200 210 300 190 380 250C440 200 540 230 600 320Z"` +
    ` fill="#6f6257"/>` +
    `<path d="M760 320C860 230 960 200 1060 250C1120 240 1180 280 1210 320Z"` +
    ` fill="#7a6a5b"/>`
  for (let i = 0; i < 60; i++) {
    const x = random.pick([150, 800]) + random.between(0, 390)
    const y = random.between(262, 316)
    svg +=
      `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${random.whole(10, 36)}"` +
      ` height="${random.whole(3, 9)}"` +
      ` fill="${random.pick(['#8c5a3c', '#9aa0a4', '#57504a', '#a3795a'])}"` +
      ` transform="rotate(${random.whole(-50, 50)} ${x.toFixed(0)} ${y.toFixed(0)})"/>`
  }
  return svg
}

function drawFence() {
  let posts = ''
  for (let x = 0; x <= 1280; x += 80) posts += `M${x} 282V334`
  return (
    `<rect y="290" width="1280" height="36" fill="#8b9499" opacity=".75"/>` +
    `<path d="${posts}" stroke="#5d666b" stroke-width="6"/>`
  )
}

function drawStains(scene: Scene) {
  const random = seededRandom(`stains ${scene}`)
  let svg = ''
  for (let i = 0; i < 14; i++) {
    const y = random.between(350, 710)
    svg +=
      `<ellipse cx="${random.whole(0, 1280)}" cy="${y.toFixed(0)}"` +
      ` rx="${random.whole(30, 150)}" ry="${random.whole(4, 14)}"` +
      ` fill="${random.pick(['#5b5a57', '#8f8b83', '#4e4d4b'])}" opacity=".35"/>`
  }
  return svg
}

function drawDeck() {
  return (
    `<path d="M330 360H950L1160 720H120Z" fill="#6e757a"/>` +
    `<path d="M330 360H950L956 370H324Z" fill="#8f979c"/>` +
    `<path d="M270 462H1010M206 572H1074M150 668H1130" stroke="#596065" stroke-width="4"/>` +
    `<path d="M330 360L120 720H90L312 360ZM950 360L1160 720H1190L968 360Z" fill="#d2a81f"/>` +
    `<path d="M312 360L90 720H70L300 360ZM968 360L1190 720H1210L980 360Z" fill="#4d5255"/>`
  )
}

function drawPlatform() {
  return (
    `<path d="M380 500H900L1000 640H280Z" fill="#7f868b"/>` +
    `<path d="M280 640H1000V668H280Z" fill="#4f565b"/>` +
    `<path d="M420 510L340 630M520 510L470 630M640 510V630M760 510L810 630M860 510L940 630"` +
    ` stroke="#8f969b" stroke-width="5"/>` +
    `<path d="M930 500V250" stroke="#5b6368" stroke-width="18"/>`
  )
}

function drawWall() {
  const random = seededRandom('wall')
  let bricks = ''
  for (let row = 0; row < 12; row++) {
    for (let x = row % 2 ? -60 : 0; x < 1280; x += 120) {
      bricks +=
        `<rect x="${x + 2}" y="${row * 60 + 2}" width="116" height="56"` +
        ` fill="${random.pick(['#a7a9a6', '#9fa19f', '#adafac', '#a2a5a4'])}"/>`
    }
  }
  return `<rect width="1280" height="720" fill="#878a88"/>${bricks}`
}
