import type { Random } from '../random.ts'
import { drawDigits, type DisplayAppearance } from './draw-indicator.ts'

/** Products on a platform scale as big as `share` of its capacity (0…1), and its small display. */
export function drawCargo(share: number, look: DisplayAppearance, random: Random) {
  const count = share <= 0 ? 0 : Math.min(26, 3 + Math.ceil(share * 23))
  let svg = ''
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / 9)
    const x = 400 + (i % 9) * 46 + random.whole(-14, 14)
    const y = 560 - row * 52 + random.whole(-10, 10)
    const width = random.whole(56, 104)
    const height = random.whole(38, 60)
    const fill = random.pick(['#b0713c', '#9b5b2c', '#a8aeb2', '#8c9296', '#c58a4d', '#6f767b'])
    svg +=
      `<rect x="${x}" y="${y}" width="${width}" height="${height}"` +
      ` rx="${random.whole(3, 20)}" fill="${fill}" stroke="#3a2c22" stroke-width="3"` +
      ` transform="rotate(${random.whole(-24, 24)} ${x} ${y})"/>`
  }
  return (
    svg +
    `<rect x="826" y="170" width="210" height="100" rx="12" fill="#3f474d" stroke="#22272b"` +
    ` stroke-width="5"/>` +
    `<rect x="840" y="184" width="182" height="56" rx="5" fill="#140d0c"/>` +
    `<g transform="translate(846 190) scale(.335)">${drawDigits(look.text)}</g>`
  )
}
