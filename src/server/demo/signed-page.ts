import QRCode from 'qrcode'
import sharp from 'sharp'
import type { ActWithPositions } from '#contract/act/act-entities.ts'
import { formatMoney, formatTonnes } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { html, type Html } from '../documents/html.ts'
import type { Chance } from './chance.ts'

// A4 at 100 dots an inch: what an office scanner gives for a page that is only to be looked at.
const WIDTH = 827
const HEIGHT = 1169
const INK = '#1d3f9a'

/** The first page of an act as it comes from the scanner: printed, signed twice, stamped, and put in a little askew. */
export async function signedPage(
  act: ActWithPositions,
  by: { readonly company: string; readonly publicUrl: string },
  dice: Chance,
): Promise<Buffer> {
  const tilt = dice.whole(-12, 12) / 10
  return sharp(Buffer.from(paper(act, by, dice).markup))
    .rotate(tilt, { background: '#e9e7e2' })
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .blur(0.6)
    .jpeg({ quality: 70 })
    .toBuffer()
}

function paper(
  act: ActWithPositions,
  { company, publicUrl }: { readonly company: string; readonly publicUrl: string },
  dice: Chance,
): Html {
  const lines = [
    text(60, 90, 15, company),
    text(60, 170, 24, `Акт № ${act.number ?? ''} от ${russianDay(act.date)}`, 'bold'),
    text(60, 230, 16, `Сдатчик: ${act.supplier_name}`),
    text(60, 270, 16, `Транспорт: ${act.vehicle?.make ?? '—'} ${act.vehicle?.carnumber ?? ''}`),
    ...act.positions.slice(0, 8).map((position, row) => positionRow(position, 340 + row * 34)),
    text(
      60,
      680,
      18,
      `Итого: ${formatTonnes(act.net_g)} т, ${formatMoney(act.total_kop)} ₽`,
      'bold',
    ),
    text(60, 860, 15, 'Сдал ______________________'),
    text(440, 860, 15, 'Принял ____________________'),
    signature(120, 850, dice),
    signature(520, 850, dice),
    drawStamp(610, 950, dice),
  ]
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#fbfaf6" />
    <path d="M60 310H770M60 640H770" stroke="#333" />
    ${lines}${code(`${publicUrl}/?path=/operator/act/${act.id}`)}
  </svg>`
}

function positionRow(position: ActWithPositions['positions'][number], y: number): Html {
  return html`${text(60, y, 15, position.name.slice(0, 46))}${text(480, y, 15, `${formatTonnes(position.net_g ?? 0)} т`)}${text(600, y, 15, `${formatMoney(position.amount_kop)} ₽`)}`
}

/** The code of the act's own print, 30 mm wide. */
function code(link: string): Html {
  const { size, data } = QRCode.create(link, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (data[y * size + x] ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return html`<path
    transform="translate(640 40) scale(3.2)"
    fill="#222"
    d="${rows.flat().join('')}"
  />`
}

function text(x: number, y: number, size: number, words: string, weight = 'normal'): Html {
  return html`<text
    x="${x}"
    y="${y}"
    font-size="${size}"
    font-weight="${weight}"
    font-family="sans-serif"
    fill="#222"
    >${words}</text
  >`
}

/** A quick handwriting: loops of one stroke, never twice the same. */
function signature(x: number, y: number, dice: Chance): Html {
  let path = `M${x} ${y}`
  for (let loop = 0; loop < 6; loop++)
    path += ` q${dice.whole(4, 16)} ${-dice.whole(18, 52)} ${dice.whole(14, 26)} ${dice.whole(-8, 8)}`
  return html`<path d="${path}" fill="none" stroke="${INK}" stroke-width="2.2" />`
}

function drawStamp(x: number, y: number, dice: Chance): Html {
  return html`<g
    fill="none"
    stroke="${INK}"
    opacity="0.75"
    transform="rotate(${dice.whole(-25, 25)} ${x} ${y})"
  >
    <circle cx="${x}" cy="${y}" r="74" stroke-width="3" /><circle cx="${x}" cy="${y}" r="52" />
    <path
      d="M${x - 40} ${y - 8}h80M${x - 40} ${y + 10}h80"
      stroke-width="4"
      stroke-dasharray="14 5"
  /></g>`
}
